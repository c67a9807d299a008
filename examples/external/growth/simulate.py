import json
import math
import random
import sys


def simulate(observations, rng, growth=0.0, crowding=0.0, noise=0.1):
    """A population of 10 animals: each year it grows by a factor, less where it is crowded."""
    rows, animals = [], 10.0
    for _ in range(observations):
        rate = growth - crowding * animals / 100 + rng.gauss(0, noise)
        animals = min(1e6, animals * math.exp(rate))
        rows.append([animals])
    return rows


for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(int(request["seed"]))
    rows = simulate(request["observations"], rng, **request["parameters"])
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
