"""The part that every peer in Python has in common: speaking by lines, one turn at a time."""

import sys
import time

WARM_UP_SECONDS = 5


def serve(run, steps_per_run=1):
    """run(n) does its work n times and returns when it is done; steps_per_run is how many steps of the workload that work is."""
    seconds_per_run, begun = None, time.perf_counter()
    while seconds_per_run is None or time.perf_counter() - begun < WARM_UP_SECONDS:
        seconds_per_run = timed(run, 1)
    print("ready", flush=True)
    for line in sys.stdin:
        seconds_per_run = timed(run, max(1, round(float(line) / seconds_per_run)))
        print(seconds_per_run / steps_per_run, flush=True)


def timed(run, count):
    begun = time.perf_counter()
    run(count)
    return (time.perf_counter() - begun) / count
