import json
import random
import sys

print(json.dumps({"protocol": 1, "batch": 32}), flush=True)


def simulate(requests):
    """All at once: the place for an array library or a GPU."""
    for request in requests:
        rng = random.Random(int(request["seed"]))
        p = request["parameters"]["p"]
        yield [[int(rng.random() < p)] for _ in range(request["observations"])]


group = []
for line in sys.stdin:
    group.append(json.loads(line))
    if group[-1]["more"] == 0:
        for request, rows in zip(group, simulate(group)):
            print(json.dumps({"id": request["id"], "rows": rows}))
        sys.stdout.flush()
        group = []
