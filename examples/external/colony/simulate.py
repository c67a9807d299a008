"""Counts of N animals, each seen with probability p, less in wet weather and much less in storms."""
import json
import random
import sys

VISIBLE = [1.0, 0.7, 0.2]

for line in sys.stdin:
    request = json.loads(line)
    theta = request["parameters"]
    rng = random.Random(request["seed"])
    p = theta["p"] * VISIBLE[theta["weather"]]
    rows = [[sum(rng.random() < p for _ in range(theta["N"]))] for _ in range(request["observations"])]
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
