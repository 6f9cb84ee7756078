#!/usr/bin/env python3
"""Runs the points of a study on a Dask cluster.

usage: points_on_dask.py WORK.json    (needs python3-distributed)

WORK.json: {scheduler, command, arguments, folder, environment, first_line, points}. Each worker runs
`command arguments --points N,N` in `folder`. Its first line must be `first_line`; all other lines,
one for each point, are printed here. A point during which workers die repeatedly is printed as
"!POINT" and the reason. Exits with 4 if there is no such scheduler, and with 2 if the workers have
other files or another xdnasim.
"""

import json
import shutil
import subprocess
import sys

MOST_POINTS_OF_A_TASK = 16
TASKS_OF_A_WORKER = 8
MOST_DEATHS = 3
SECONDS_TO_CONNECT = 10
UNAVAILABLE = 4  # exit code of the command if there is no NPU, or no design is built


def run_points(work, points):
    """Runs points on a worker. Returns "done" and the output, or a kind of failure and a message."""
    command = shutil.which(work["command"]) or shutil.which("xdnasim")
    if command is None:
        return "missing", f"there is no {work['command']} and no xdnasim in PATH"
    words = [command, *work["arguments"], "--points", ",".join(map(str, points))]
    try:
        done = subprocess.run(words, cwd=work["folder"], capture_output=True, text=True,
                              check=False, env={**_environment(), **work["environment"]})
    except OSError as error:
        return "missing", f"{' '.join(words)}: {error}"
    if done.returncode < 0:
        return "ended", f"signal {-done.returncode}"
    if done.returncode > 0:
        how = "unavailable" if done.returncode == UNAVAILABLE else "refused"
        return how, done.stderr.removeprefix("xdnasim: ").rstrip("\n")
    return "done", done.stdout


def _environment():
    import os

    return dict(os.environ)


class Study:
    """Runs the points of a study as tasks until all are done."""

    def __init__(self, client, work):
        self.client = client
        self.work = work
        self.deaths = {}

    def run(self):
        from distributed import as_completed

        futures = {self.submit(points): points for points in self.tasks(self.work["points"])}
        pending = as_completed(list(futures), raise_errors=False)
        for future in pending:
            points = futures.pop(future)
            for again in self.take(future, points):
                submitted = self.submit(again)
                futures[submitted] = again
                pending.add(submitted)
            future.release()

    def submit(self, points):
        return self.client.submit(run_points, {**self.work, "points": None}, points, pure=False)

    def tasks(self, points):
        workers = max(len(self.client.scheduler_info()["workers"]), 1)
        size = len(points) // (workers * TASKS_OF_A_WORKER)
        size = min(max(size, 1), MOST_POINTS_OF_A_TASK)
        return [points[i:i + size] for i in range(0, len(points), size)]

    def take(self, future, points):
        """Prints the lines of finished points. Returns the lists of points that have to run again."""
        if future.status == "finished":
            how, text = future.result()
        else:
            how, text = "ended", f"{type(future.exception()).__name__}"
        if how == "done":
            # Not splitlines(): a result may contain other line separators, such as U+2028.
            first, *lines = text.rstrip("\n").split("\n")
            if first != self.work["first_line"] or len(lines) != len(points):
                stop(2, "the workers have another study, another build of xdnasim or other "
                        "device files than this machine")
            print("\n".join(lines), flush=True)
            return []
        if how != "ended":
            stop(UNAVAILABLE if how == "unavailable" else 2,
                 f"a worker cannot run the study: {text}")
        # One of the points may have killed the worker: run alone, it cannot affect the others.
        if len(points) > 1:
            return [[point] for point in points]
        self.deaths[points[0]] = self.deaths.get(points[0], 0) + 1
        if self.deaths[points[0]] < MOST_DEATHS:
            return [points]
        print(f"!{points[0]}\t{MOST_DEATHS} workers or their processes were ended while they ran "
              f"this point, the last by {text}", flush=True)
        return []


def stop(code, message):
    print(f"--scheduler: {message}", file=sys.stderr, flush=True)
    sys.stdout.flush()
    import os

    os._exit(code)  # without waiting for threads of the client


def main(file):
    import logging

    with open(file, encoding="utf8") as opened:
        work = json.load(opened)
    from distributed import Client

    logging.disable(logging.CRITICAL)  # the client's log; this script prints its own messages
    try:
        client = Client(work["scheduler"], timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TimeoutError) as error:
        stop(4, f"no scheduler answers at '{work['scheduler']}' ({error}); allowed: the address "
                "that dask-scheduler prints, such as tcp://host:8786")
    try:
        if not client.scheduler_info()["workers"]:
            stop(4, f"the scheduler at '{work['scheduler']}' has no workers; start dask-worker")
        Study(client, work).run()
    except BrokenPipeError:
        stop(2, "nobody reads the results any more")
    except Exception as error:  # pylint: disable=broad-except
        stop(4, f"the cluster at '{work['scheduler']}' is lost: {type(error).__name__}: {error}")
    sys.stdout.flush()
    import os

    os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
