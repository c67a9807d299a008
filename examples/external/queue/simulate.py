import json
import random
import sys


def simulate(arrival, service, observations, rng):
    """Customers of one counter: how many are before each, and how long each waits."""
    rows, departures, time, free = [], [], 0.0, 0.0
    for _ in range(observations):
        time += rng.expovariate(1 / arrival)
        departures = [d for d in departures if d > time]
        wait = max(0.0, free - time)
        rows.append([len(departures), wait])
        free = time + wait + rng.expovariate(1 / service)
        departures.append(free)
    return rows


for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(int(request["seed"]))
    rows = simulate(**request["parameters"], observations=request["observations"], rng=rng)
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
