"""Answers n numbers with mean `mu`. Its first argument chooses a way to misbehave."""
import json
import os
import random
import signal
import sys

mode = sys.argv[1] if len(sys.argv) > 1 else "well"
if mode == "fails-at-start":
    sys.exit("ModuleNotFoundError: no module named gpu_magic")
if mode == "says-hello":
    print('{"protocol": 1}', flush=True)
if mode.startswith("groups"):
    print('{"protocol": 1, "batch": 32}', flush=True)
if mode == "chatty":
    print("loading the model ...", flush=True)

group = []
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    mu, n = request["parameters"]["mu"], request["observations"]
    rng = random.Random(int(request["seed"]))
    rows = [[rng.gauss(mu, 1)] for _ in range(n)]
    if mode == "crashes-at-random" and number > 0 and os.urandom(1)[0] < 50:
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "crashes-below" and mu < -1:
        sys.exit("mu below -1, cannot go on")
    if mode == "refuses-below" and mu < -1:
        print(json.dumps({"id": request["id"], "error": "mu is below -1"}), flush=True)
        continue
    if mode == "hangs-below" and mu < -1:
        print("thinking about", mu, file=sys.stderr, flush=True)
        sys.stdin.read()
    if mode == "hangs":
        sys.stdin.read()
    if mode == "floods-lines":
        while True:
            print("y")
    if mode == "floods-a-line":
        while True:
            sys.stdout.write("y" * 65536)
    if mode == "floods-stderr":
        sys.stderr.write("warning: slow\n" * 20000)
    if mode == "not-a-number" and mu < -1:
        rows[0][0] = float("nan")
    if mode == "too-wide":
        rows = [row * 2 for row in rows]
    if mode == "wrong-id":
        request["id"] += 1
    if mode == "pid":
        rows = [[os.getpid()]] * n
    if mode.startswith("groups"):
        group.append(json.dumps({"id": request["id"], "rows": rows}))
        if request["more"] == 0:
            while group:
                print(group.pop(), flush=True)
                if mode == "groups-crash" and group:
                    os.kill(os.getpid(), signal.SIGKILL)
        continue
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
