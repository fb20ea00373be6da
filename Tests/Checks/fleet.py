"""Compares what a scan finds with what `inspect --judge`, the job for Spark and an import of the job's result find.

Called by fleet.sh with the programs' directory and the number of photos. The job runs on a cluster of three workers on
this machine. One is killed as soon as it begins its second task: what its first task has left is lost as well.
"""

import base64
import itertools
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import threading
import time

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
DIRECTORY = pathlib.Path(os.environ["CHECK_DIRECTORY"]).resolve()
PHOTOS = int(sys.argv[2])
JOB = pathlib.Path("Sources/workphotos/fleet/judge.py").resolve()
PROGRAM, PROCESSES = PROGRAMS / "workphotos", pathlib.Path("/proc")
LIBRARY, OUTPUT, FACTS = DIRECTORY / "photos", DIRECTORY / "verdicts", DIRECTORY / "facts"
RULES = ["--fences", DIRECTORY / "fences.geojson", "--config", DIRECTORY / "config.toml"]
ENVIRONMENT = os.environ | {
    "HOME": str(DIRECTORY), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
    "SPARK_LOCAL_DIRS": str(DIRECTORY / "spark"), "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
}  # fmt: skip
CORRECTION = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2N" exif:GPSLongitude="13,24.3E"/>
</rdf:RDF></x:xmpmeta>"""
# What an index has of a file that only the machine knows that has read it, and numbers of rows.
OWN = {"id", "root", "fileSystem", "isRacy", "readerVersion", "digest", "assetGroup", "camera", "content"}


def make_library():
    """Samples of a thousand photos of the same days. Each has a name that is no text, one that contains the end of a
    line, and a photo whose place a file beside it corrects."""
    for number, first in enumerate(range(0, PHOTOS, 1000)):
        part = LIBRARY / str(number)
        sizes = ["--photos", str(min(1000, PHOTOS - first)), "--seed", str(number), "--small"]
        subprocess.run([PROGRAMS / "workphotos-sample", part, *sizes], check=True, stdout=subprocess.DEVNULL)
        (part / "truth.ndjson").unlink()
        (part / "fences.geojson").replace(DIRECTORY / "fences.geojson")
        photos = sorted(part.rglob("*.jpg"))
        photos[0].rename(photos[0].with_name("end\nof line.jpg"))
        os.rename(photos[1], os.fsencode(photos[1].parent) + b"/\xff\xfe.jpg")
        photos[2].with_suffix(".xmp").write_text(CORRECTION)
    (DIRECTORY / "config.toml").write_text(f'[scan]\nroots = ["{LIBRARY}"]\n')


def lines(command):
    """The lines that a program prints."""
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE) as program:
        yield from program.stdout
    if program.returncode != 0:
        raise RuntimeError(f"{command} exited with {program.returncode}")


def judgements(lines):
    """Path, verdict, reason, fence and distance of each photo. What is null may be missing."""
    for line in lines:
        photo = json.loads(line)
        if photo["type"] == "photo":
            encoded = photo.get("pathBase64")
            path = base64.b64decode(encoded) if encoded else os.fsencode(photo["path"])
            yield path, tuple(photo.get(name) for name in ("verdict", "reason", "fence", "distance"))


def scan(index):
    subprocess.run([PROGRAM, "scan", "-q", "--index", index, *RULES], check=True, env=ENVIRONMENT)


def listed(index):
    return dict(judgements(lines([PROGRAM, "list", "--json", "--index", index, *RULES])))


def inspected():
    names = 'set -o pipefail; library=$1; shift; find "$library" -type f -print0 | "$@"'
    inspect = [PROGRAM, "inspect", "--judge", "--json", "--files-from0", "-", *RULES]
    return judgements(lines(["bash", "-c", names, "bash", LIBRARY, *inspect]))


def exported():
    return judgements(line for file in FACTS.rglob("*.json") for line in file.open("rb"))


def differences(expected, found):
    """What is judged otherwise than by a scan, is there twice, or is not there."""
    seen = set()
    for path, judgement in found:
        if path in seen or expected.get(path) != judgement:
            yield f"{path!r}: {expected.get(path)} by scan, but {judgement}"
        seen.add(path)
    yield from (f"{path!r} is not there" for path in expected.keys() - seen)


def parents(process):
    """A process, what has started it, and so on."""
    while process > 1:
        yield process
        process = int((PROCESSES / str(process) / "stat").read_text().rpartition(")")[2].split()[1])


def executor(process, job):
    """The executor of a job that has started a process; None if none has."""
    above = list(parents(process))
    if job not in above:
        return None
    commands = ((number, (PROCESSES / str(number) / "cmdline").read_bytes()) for number in above)
    return next((number for number, command in commands if b"CoarseGrainedExecutorBackend" in command), None)


def kill_one(job, killed):
    """Kills an executor as soon as it has a second program that judges."""
    programs = {}
    while job.poll() is None:
        for process in PROCESSES.glob("[0-9]*"):
            try:
                if (process / "comm").read_text() != "workphotos\n":
                    continue
                number = int(process.name)
                parent = executor(number, job.pid)
            except OSError:
                continue  # It has ended.
            if parent is None:
                continue
            programs.setdefault(parent, set()).add(number)
            if len(programs[parent]) == 2:
                os.kill(parent, signal.SIGKILL)
                killed.append(parent)
                return
        time.sleep(0.02)


def run_job(master):
    """The output of the job, and how many executors were killed."""
    submit = pathlib.Path(sys.executable).with_name("spark-submit")
    command = [submit, "--master", master, "--conf", "spark.ui.enabled=false", JOB, "--output", f"file://{OUTPUT}",
               *RULES, "--program", PROGRAM, LIBRARY]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as job:
        killed = []
        killer = threading.Thread(target=kill_one, args=(job, killed), daemon=True)
        killer.start()
        output = job.stdout.read()
    if job.returncode != 0:
        raise RuntimeError(f"the job exited with {job.returncode}")
    killer.join()
    return output, len(killed)


def export():
    """Exports the job's result for an import, as its README says."""
    os.environ.update(ENVIRONMENT)
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    spark.read.parquet(f"file://{OUTPUT}").write.json(f"file://{FACTS}")
    spark.stop()


def import_facts(index):
    command = [PROGRAM, "index", "import", "-q", FACTS, "--root", LIBRARY, "--index", index, *RULES]
    subprocess.run(command, check=True, env=ENVIRONMENT)


def rows(index):
    """The files that an index knows, in their order, with their groups' leaders and verdicts."""
    database = sqlite3.connect(index)
    names = [name for _, name, *_ in database.execute("PRAGMA table_info(file)")]
    columns = ", ".join(f"f.{name}" for name in names if name not in OWN)
    return database.execute(
        f"""
        SELECT f.path, r.path, s.name, {columns}, c.make, c.model, l.path, v.verdict, v.reason, v.fence, v.distance
        FROM file f JOIN root r ON r.id = f.root JOIN fileSystem s ON s.id = f.fileSystem
        LEFT JOIN camera c ON c.id = f.camera LEFT JOIN assetGroup g ON g.id = f.assetGroup
        LEFT JOIN file l ON l.id = g.leader LEFT JOIN verdict v ON v.assetGroup = f.assetGroup
        ORDER BY f.root, f.path
        """)


def unequal_rows(index, other):
    for one, two in itertools.zip_longest(rows(index), rows(other), fillvalue=()):
        if one != two:
            unequal = [pair for pair in itertools.zip_longest(one, two) if pair[0] != pair[1]]
            yield f"{(one or two)[0]!r}: by scan and by import {unequal}"


def timed(what, work, *arguments):
    """Does some work, and says how long it took, and how long processors worked for it."""
    before = os.times()
    result = work(*arguments)
    after = os.times()
    busy = sum(after[:4]) - sum(before[:4])
    print(f"check-fleet: {what}: {after.elapsed - before.elapsed:.0f} s, of processors {busy:.0f} s", flush=True)
    return result


def main():
    index, imported = DIRECTORY / "index.sqlite", DIRECTORY / "imported.sqlite"
    timed("library", make_library)
    timed("scan", scan, index)
    expected = timed("list", listed, index)
    faults = [] if len(expected) == PHOTOS else [f"{len(expected)} photos by scan"]

    def compare(what, found):
        # The first ones say enough, and all may be a million.
        faults.extend(f"{what}: {fault}" for fault in itertools.islice(found, 10))

    timed("inspect --judge", compare, "inspect --judge", differences(expected, inspected()))
    _, killed = timed("job", run_job, "local-cluster[3,1,1024]")
    if killed != 1:
        faults.append(f"{killed} of three workers killed")
    written = sorted(OUTPUT.rglob("*.parquet"))
    # It looks for the result before it begins, for which it needs no cluster.
    again, _ = timed("job again", run_job, "local[1]")
    if "is there already" not in again or written != sorted(OUTPUT.rglob("*.parquet")):
        faults.append("the second run did not leave the first one's files alone")
    timed("export", export)
    timed("exported", compare, "the job", differences(expected, exported()))
    timed("import", import_facts, imported)
    timed("rows", compare, "import", unequal_rows(index, imported))
    for fault in faults:
        print(f"check-fleet: {fault}", file=sys.stderr)
    if not faults:
        print(f"check-fleet: {PHOTOS} photos are judged alike, with one of three workers killed")
    sys.exit(1 if faults else 0)


main()
