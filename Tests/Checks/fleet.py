"""Compares the verdicts of the job for Spark with those of a scan. Called by fleet.sh with the programs' directory.

The job runs on a cluster of three workers on this machine. As soon as all have begun to judge, one is killed.
"""

import base64
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
DIRECTORY = pathlib.Path(os.environ["CHECK_DIRECTORY"]).resolve()
PHOTOS = int(os.environ.get("PHOTOS", "1000"))
JOB = pathlib.Path("Sources/workphotos/fleet/judge.py").resolve()
CLUSTER = "local-cluster[3,1,1024]"
LIBRARY, OUTPUT = DIRECTORY / "photos", DIRECTORY / "verdicts"
ENVIRONMENT = os.environ | {
    "HOME": str(DIRECTORY), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
    "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
}  # fmt: skip


def make_library():
    """A sample, with names that are no text and that contain the end of a line."""
    subprocess.run([PROGRAMS / "workphotos-sample", LIBRARY, "--photos", str(PHOTOS), "--small"], check=True,
                   stdout=subprocess.DEVNULL)
    (LIBRARY / "truth.ndjson").unlink()
    (LIBRARY / "fences.geojson").rename(DIRECTORY / "fences.geojson")
    (DIRECTORY / "config.toml").write_text(f'[scan]\nroots = ["{LIBRARY}"]\n')
    photos = sorted(LIBRARY.rglob("*.jpg"))
    photos[0].rename(photos[0].with_name("end\nof line.jpg"))
    os.rename(photos[1], os.fsencode(photos[1].parent) + b"/\xff\xfe.jpg")


def key(photo):
    encoded = photo["pathBase64"]
    return base64.b64decode(encoded) if encoded else os.fsencode(photo["path"])


def verdicts(photos):
    """Verdict, reason, fence and distance by path; a path that is there twice is an error."""
    found = {}
    for photo in photos:
        path = key(photo)
        if path in found:
            raise ValueError(f"{path!r} is there twice")
        found[path] = tuple(photo[name] for name in ("verdict", "reason", "fence", "distance"))
    return found


def scanned():
    flags = ["--index", DIRECTORY / "index.sqlite", "--fences", DIRECTORY / "fences.geojson"]
    subprocess.run([PROGRAMS / "workphotos", "scan", "-q", LIBRARY, *flags], check=True, env=ENVIRONMENT)
    lines = subprocess.run([PROGRAMS / "workphotos", "list", "--json", *flags], check=True, env=ENVIRONMENT,
                           capture_output=True).stdout.splitlines()
    return verdicts(line for line in map(json.loads, lines) if line["type"] == "photo")


def executors(job):
    """The processes of executors below a process."""
    parents, found = {}, []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            number = int(entry.name)
            parents[number] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if b"CoarseGrainedExecutorBackend" in (entry / "cmdline").read_bytes():
                found.append(number)
        except OSError:
            continue  # It has ended.

    def is_below(number):
        while number in parents:
            if number == job:
                return True
            number = parents[number]
        return False

    return [number for number in found if is_below(number)]


def judges(executor):
    """Whether an executor has a program that judges, as a child of its Python."""
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "comm").read_text() == "workphotos\n" and is_child(int(entry.name), executor):
                return True
        except OSError:
            continue
    return False


def is_child(number, of):
    while number > 1:
        if number == of:
            return True
        number = int(pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
    return False


def kill_one(job, killed):
    """Kills an executor as soon as it judges."""
    while job.poll() is None:
        for executor in executors(job.pid):
            if judges(executor):
                os.kill(executor, signal.SIGKILL)
                killed.append(executor)
                return
        time.sleep(0.01)


def run_job():
    """The output of the job, and how many executors were killed."""
    submit = pathlib.Path(sys.executable).with_name("spark-submit")
    command = [submit, "--master", CLUSTER, "--conf", "spark.ui.enabled=false", JOB, "--output", f"file://{OUTPUT}",
               "--fences", DIRECTORY / "fences.geojson", "--config", DIRECTORY / "config.toml",
               "--program", PROGRAMS / "workphotos", LIBRARY]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as job:
        killed = []
        killer = threading.Thread(target=kill_one, args=(job, killed), daemon=True)
        killer.start()
        output = job.stdout.read()
    if job.returncode != 0:
        raise RuntimeError(f"the job exited with {job.returncode}")
    killer.join()
    return output, len(killed)


def written():
    """The verdicts in the Parquet files, and how many lines there are of no photo."""
    os.environ.update(ENVIRONMENT)
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    lines = [row.asDict() for row in spark.read.parquet(f"file://{OUTPUT}").collect()]
    spark.stop()
    photos = verdicts(line for line in lines if line["type"] == "photo")
    return photos, len(lines) - len(photos)


def main():
    make_library()
    expected = scanned()
    _, killed = run_job()
    found, other = written()
    before = sorted(OUTPUT.rglob("*.parquet"))
    again, _ = run_job()
    print(f"check-fleet: {len(expected)} photos by scan, {len(found)} by Spark, {killed} of three workers killed")
    faults = [path for path in expected | found if expected.get(path) != found.get(path)]
    for path in faults[:10]:
        print(f"check-fleet: {path!r}: {expected.get(path)} by scan, {found.get(path)} by Spark", file=sys.stderr)
    if other:
        print(f"check-fleet: {other} lines are of no photo", file=sys.stderr)
    if "is there already" not in again or before != sorted(OUTPUT.rglob("*.parquet")):
        print("check-fleet: the second run did not leave the first one's files alone", file=sys.stderr)
        other += 1
    sys.exit(1 if faults or other or killed != 1 or len(expected) != PHOTOS else 0)


main()
