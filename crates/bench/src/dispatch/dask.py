"""Gives the runs of a campaign to a Dask cluster, for `landfall bench run --on dask://HOST:PORT`.

Arguments: the scheduler's address, and the words of the leaf's command line. Names of runs come on stdin, one a line. For each run a
line of JSON goes to stdout as soon as it is over: {"run": name, "record": record} or {"run": name, "error": text}.
"""
import json
import subprocess
import sys

# A run whose worker is lost goes to another one; Dask gives up on a task after a few lost workers, and then we ask again.
ATTEMPTS = 5


def leaf(words, run):
    """On a worker: one run. The leaf ends with the worker, and what it started ends with the leaf."""
    done = subprocess.run(words + ["--run", run], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"status {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def main():
    from distributed import Client, as_completed

    address, words = sys.argv[1], sys.argv[2:]
    runs = [line.rstrip("\n") for line in sys.stdin]
    attempts = dict.fromkeys(runs, 0)
    client = Client(address, timeout=30)

    def submit(run):
        attempts[run] += 1
        # The key makes a run unique in the cluster; a new attempt is a new task.
        key = f"landfall-{abs(hash(tuple(words))):x}-{run}-{attempts[run]}"
        return client.submit(leaf, words, run, key=key, pure=False, retries=1)

    futures = {}
    for run in runs:
        futures[submit(run)] = run
    queue = as_completed(list(futures))
    for future in queue:
        run = futures.pop(future)
        if future.status == "finished":
            print(json.dumps({"run": run, "record": json.loads(future.result())}), flush=True)
        elif attempts[run] < ATTEMPTS:
            again = submit(run)
            futures[again] = run
            queue.add(again)
        else:
            print(json.dumps({"run": run, "error": repr(future.exception())}), flush=True)
    client.close()


if __name__ == "__main__":
    main()
