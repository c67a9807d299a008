import json
import math
import random
import sys


def simulate(level, period, damping, noise, error, observations, rng):
    """A second-order autoregression of the log population, counted with a multiplicative error."""
    first = 2 * damping * math.cos(2 * math.pi / period)
    second = -damping * damping
    before, now = 0.0, 0.0
    rows = []
    for year in range(100 + observations):
        before, now = now, first * now + second * before + rng.gauss(0, noise)
        if year >= 100:
            rows.append(round(math.exp(level + now + rng.gauss(0, error))))
    return rows


for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(int(request["seed"]))
    rows = simulate(**request["parameters"], observations=request["observations"], rng=rng)
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
