import json
import math
import random
import sys
import time


def simulate(rate, ambient, observations, rng):
    """A cup of coffee, measured once a minute; the computation is slow."""
    time.sleep(0.2)
    return [[ambient + (90 - ambient) * math.exp(-rate * t) + rng.gauss(0, 1)] for t in range(observations)]


for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(int(request["seed"]))
    rows = simulate(**request["parameters"], observations=request["observations"], rng=rng)
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
