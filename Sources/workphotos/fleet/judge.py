#!/usr/bin/env python3
"""Judges the photos below directories on many machines at once, without an index, and writes the lines as Parquet."""

import argparse
import base64
import errno
import json
import os
import pathlib
import subprocess
import threading
import uuid

# The program's exit codes after work: all of it done, none of it (every file has a problem), and a part of it.
WORKED = {0, 1, 3}
# What the line of a named file begins with.
ANSWERS = tuple(b'{"type":"%s"' % kind for kind in (b"photo", b"sidecar", b"problem"))
# What does not change if a directory is tried again.
LASTING = {errno.EACCES: "unreadable", errno.EPERM: "unreadable", errno.ENOENT: "vanished", errno.ENOTDIR: "vanished"}


def problem(directory, error):
    """The line for a directory that cannot be listed; anything but a lasting error fails the task, which is retried."""
    if error.errno not in LASTING:
        raise error
    text = directory.decode(errors="replace")
    is_text = text.encode() == directory
    line = {
        "type": "problem", "path": text, "pathBase64": None if is_text else base64.b64encode(directory).decode(),
        "what": LASTING[error.errno], "detail": os.strerror(error.errno), "new": True,
    }  # fmt: skip
    return json.dumps(line, separators=(",", ":"))


def entries(directory, are_directories):
    """The paths of the files or of the directories in a directory, in order; links are not followed."""
    with os.scandir(directory) as found:
        kind = os.DirEntry.is_dir if are_directories else os.DirEntry.is_file
        return sorted(entry.path for entry in found if kind(entry, follow_symlinks=False))


def below(directory):
    """The directories in a directory, and None; none, and a line, if it cannot be listed."""
    try:
        return entries(directory, are_directories=True), None
    except OSError as error:
        return [], problem(directory, error)


class Feeder(threading.Thread):
    """Names the files of directories to a program, which meanwhile writes its lines."""

    def __init__(self, directories, names):
        super().__init__(daemon=True)
        self.directories, self.names = directories, names
        self.count, self.problems, self.failure = 0, [], None

    def run(self):
        try:
            for directory in self.directories:
                self.feed(directory)
        except BrokenPipeError:
            pass  # Its exit code says why it has ended.
        except Exception as failure:
            self.failure = failure
        finally:
            try:
                self.names.close()
            except BrokenPipeError:
                pass

    def feed(self, directory):
        try:
            files = entries(directory, are_directories=False)
        except OSError as error:
            self.problems.append(problem(directory, error))
            return
        for file in files:
            self.names.write(file + b"\0")
        self.count += len(files)


def judged(directories, command):
    """The lines for the files of directories, by one program. Raises unless there is one for each file."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        feeder = Feeder(list(directories), program.stdin)
        feeder.start()
        lines, last = 0, b""
        for last in program.stdout:
            if last.startswith(ANSWERS):
                lines += 1
                yield last.decode()
        feeder.join()
    if feeder.failure:
        raise feeder.failure
    if program.returncode not in WORKED or not last.startswith(b'{"type":"summary"') or lines != feeder.count:
        raise RuntimeError(
            f"{command[0]} exited with {program.returncode}, with {lines} lines for {feeder.count} files: {last!r}")
    yield from feeder.problems


def directories(context, roots):
    """All directories below roots, and lines for those that cannot be listed. Each level is listed in parallel."""
    level, found, problems = dict.fromkeys(roots), {}, []
    while level:
        paths = context.parallelize(list(level), parts(context, level))
        looked = paths.map(lambda path: (path, *below(path))).collect()
        problems += [line for _, _, line in looked if line]
        found.update((path, None) for path, _, line in looked if not line)
        level = {path: None for _, inside, _ in looked for path in inside if path not in found}
    return list(found), problems


def parts(context, paths):
    """The number of tasks for some directories: some hundred make up for the start of a program."""
    return max(1, min(len(paths), max(context.defaultParallelism, len(paths) // 256)))


def columns():
    """The columns of a line, from the schemas of the program's own."""
    from pyspark.sql import types

    schemas = pathlib.Path(__file__).resolve().parent.parent / "schema"
    simple = {"integer": types.LongType(), "number": types.DoubleType(), "boolean": types.BooleanType()}

    def column(schema):
        kinds = schema.get("type", "string")
        kind = next((kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null"), "string")
        if kind == "array":
            return types.ArrayType(column(schema["items"]))
        if kind == "object":
            return types.StructType([types.StructField(name, column(of)) for name, of in schema["properties"].items()])
        return simple.get(kind, types.StringType())

    photo, fault = (json.loads((schemas / f"{name}.json").read_text()) for name in ("photo", "problem"))
    names = photo["required"] + ["changedAt"] + photo["dependentRequired"]["changedAt"]
    found = {name: photo["properties"][name] for name in names}
    found.update((name, of) for name, of in fault["properties"].items() if name in ("what", "detail"))
    return types.StructType([types.StructField(name, column(of)) for name, of in found.items()])


def write(spark, lines, problems, output):
    """Writes lines aside, and gives them their name when all are there: it is never that of a part of them."""
    from pyspark.sql import functions

    aside = f"{output}.{uuid.uuid4().hex}"
    reader = spark.read.schema(columns()).option("mode", "FAILFAST")
    rows = reader.json(lines).union(reader.json(problems))  # The lines of a union would pass through Python twice.
    kind = functions.when(rows.type == "photo", rows.verdict).otherwise(rows.type)
    rows = rows.withColumn("verdict", kind).withColumn("day", rows.takenAt.substr(1, 10))
    rows.repartition("verdict", "day").write.partitionBy("verdict", "day").parquet(aside)
    hadoop = spark._jvm.org.apache.hadoop.fs
    files = hadoop.FileContext.getFileContext(hadoop.Path(output).toUri(), spark._jsc.hadoopConfiguration())
    never = spark.sparkContext._gateway.new_array(getattr(hadoop, "Options$Rename"), 0)
    files.rename(hadoop.Path(aside), hadoop.Path(output), never)


def is_there(spark, output):
    path = spark._jvm.org.apache.hadoop.fs.Path(output)
    return path.getFileSystem(spark._jsc.hadoopConfiguration()).exists(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("roots", nargs="+", type=os.fsencode, metavar="DIR", help="a directory that all machines have")
    parser.add_argument("--fences", required=True, help="the fences; sent along")
    parser.add_argument("--config", required=True, help="the configuration, which may be empty; sent along")
    parser.add_argument("--output", required=True, help="a new directory for the Parquet files")
    parser.add_argument("--program", default="workphotos", help="the program, where all machines have it")
    options = parser.parse_args()

    from pyspark import SparkFiles
    from pyspark.sql import SparkSession

    # The second algorithm would leave what a task that was killed at its end had moved already.
    committer = "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version"
    spark = SparkSession.builder.appName("workphotos").config(committer, "1").getOrCreate()
    if is_there(spark, options.output):
        print(f"{options.output} is there already: nothing to do")
        return
    context, program = spark.sparkContext, options.program
    sent = {"--fences": options.fences, "--config": options.config}
    for file in sent.values():
        context.addFile(file)

    def judge(some):
        command = [program, "inspect", "--judge", "--json", "--files-from0", "-"]
        for flag, file in sent.items():
            command += [flag, SparkFiles.get(os.path.basename(file))]
        return judged(some, command)

    found, problems = directories(context, [os.path.realpath(root) for root in options.roots])
    lines = context.parallelize(found, parts(context, found)).mapPartitions(judge)
    write(spark, lines, context.parallelize(problems, 1), options.output)
    spark.stop()


if __name__ == "__main__":
    main()
