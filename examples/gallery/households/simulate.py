import json
import random
import sys


def outbreak(community, household, size, rng):
    """The number of persons of one household who are infected in the end."""
    new = sum(rng.random() < community for _ in range(size))
    infected, susceptible = new, size - new
    while new > 0 and susceptible > 0:
        escape = (1 - household) ** new
        new = sum(rng.random() > escape for _ in range(susceptible))
        infected, susceptible = infected + new, susceptible - new
    return infected


for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(int(request["seed"]))
    sizes = request["context"]["size"]
    rows = [outbreak(**request["parameters"], size=int(size), rng=rng) for size in sizes]
    print(json.dumps({"id": request["id"], "rows": rows}), flush=True)
