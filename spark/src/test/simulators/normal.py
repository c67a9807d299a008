"""x ~ N(mu, 1) by lines of JSON; misbehaves on one worker, in the way that a file there says."""
import json
import os
import random
import sys
import time

folder = os.environ.get("BAYESFLOW_TEST_TURNSTILE", "")
fault = os.path.join(folder, "fault")
if os.environ.get("BAYESFLOW_TEST_FAULTY") == "yes" and os.path.exists(fault):
    with open(fault) as file:
        mode = file.read()
    with open(os.path.join(folder, "seen-" + mode), "w"):
        pass
    sys.stdin.readline()
    if mode == "hang":
        time.sleep(600)
    while mode == "flood":
        sys.stdout.write("noise" * 1000)
    sys.exit(1)

for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(request["seed"])
    mu = request["parameters"]["mu"]
    rows = [[mu + rng.gauss(0, 1)] for _ in range(request["observations"])]
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
