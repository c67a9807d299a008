import json
import random
import sys

STEP = 0.01  # seconds


def decision(drift, caution, rng):
    """The time at which a random walk with this drift leaves (-caution, caution), and whether at the upper end."""
    up = 0.5 * (1 + drift * STEP**0.5)
    bound = caution / STEP**0.5
    position, steps, random_number = 0, 0, rng.random
    while -bound < position < bound:
        position += 1 if random_number() < up else -1
        steps += 1
    return STEP * (steps + random_number()), position > 0


def trial(sensitivity, caution, delay, strength, rng):
    seconds, correct = decision(sensitivity * strength, caution, rng)
    return [delay + seconds, int(correct)]


for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(int(request["seed"]))
    strengths = request["context"]["strength"]
    rows = [trial(**request["parameters"], strength=strength, rng=rng) for strength in strengths]
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
