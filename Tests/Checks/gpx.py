"""Compares positions that workphotos infers from tracks with those of gpscorrelate. Called by gpx.sh with the program.

Both get the same tracks and photos. If workphotos infers a position, gpscorrelate must have one within TOLERANCE. If
only gpscorrelate has one, the points around it must be farther apart than workphotos allows. Both join segments.
gpscorrelate interpolates in degrees, as on a flat map, and ignores the antimeridian.
"""

import datetime
import json
import math
import os
import random
import struct
import subprocess
import sys

TOLERANCE = 0.5  # metres
GAP, DISTANCE = 600, 200
HOURS = 2  # of the cameras' clock before UTC's
START = datetime.datetime(2026, 5, 4, 8, tzinfo=datetime.timezone.utc)

PROGRAM = os.path.abspath(sys.argv[1])
DIRECTORY = os.environ["CHECK_DIRECTORY"]


def track(latitude, longitude, seed):
    """A track of some hours, on foot and faster, at rest, with gaps: (second, latitude, longitude) of each point."""
    luck = random.Random(seed)
    points, second, course = [], 0, luck.uniform(0, 2 * math.pi)
    for _ in range(300):
        points.append((second, latitude, longitude))
        step = luck.choice([1, 5, 10, 30, 60, 60, 300, 900 if luck.random() < 0.2 else 60])
        metres = min(step * luck.choice([0, 1.2, 1.2, 5]), 190 if luck.random() < 0.95 else 400)
        course += luck.gauss(0, 0.5)
        latitude = round(latitude + metres * math.cos(course) / 111_200, 7)
        longitude = round(longitude + metres * math.sin(course) / 111_200 / math.cos(math.radians(latitude)), 7)
        second += step
    return points


def gpx(points):
    text = ['<?xml version="1.0"?><gpx version="1.1" creator="check"><trk><trkseg>']
    for number, (second, latitude, longitude) in enumerate(points):
        if number % 100 == 99:
            text.append("</trkseg><trkseg>")
        time = (START + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")
        text.append(f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}"><time>{time}</time></trkpt>')
    return "".join(text) + "</trkseg></trk></gpx>"


def exif(time):
    """A TIFF block with a camera, a time and its UTC offset."""
    def directory(start, entries):
        rest, head = b"", struct.pack("<H", len(entries))
        after = start + 2 + 12 * len(entries) + 4
        for tag, value in sorted(entries.items()):
            if isinstance(value, int):
                head += struct.pack("<HHII", tag, 4, 1, value)
            else:
                text = value.encode() + b"\0"
                if len(text) <= 4:
                    head += struct.pack("<HHI4s", tag, 2, len(text), text)
                else:
                    head += struct.pack("<HHII", tag, 2, len(text), after + len(rest))
                    rest += text + b"\0" * (len(text) % 2)
        return head + struct.pack("<I", 0) + rest

    main = {0x010F: "Check", 0x0110: "Camera", 0x8769: 0}
    main[0x8769] = 8 + len(directory(8, main))
    taken = time.strftime("%Y:%m:%d %H:%M:%S")
    inner = {0x9003: taken, 0x9004: taken, 0x9011: f"+{HOURS:02}:00"}
    return b"II*\0" + struct.pack("<I", 8) + directory(8, main) + directory(main[0x8769], inner)


def jpeg(time):
    """A grey image of one pixel."""
    def segment(marker, body):
        return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body

    code = bytes([1] + [0] * 15 + [0])
    return (
        b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + exif(time)) + segment(0xDB, b"\0" + b"\1" * 64)
        + segment(0xC0, struct.pack(">BHHB", 8, 1, 1, 1) + b"\1\x11\0")
        + segment(0xC4, b"\0" + code) + segment(0xC4, b"\x10" + code)
        + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\x3f\xff\xd9")


def distance(one, other):
    """The distance in metres, accurate enough for short distances."""
    north = (one[0] - other[0]) * 111_200
    east = (one[1] - other[1]) * 111_320 * math.cos(math.radians(one[0]))
    return math.hypot(north, east)


def workphotos(home, *arguments):
    """The objects that a command prints."""
    environment = {"HOME": home, "PATH": os.environ["PATH"]}
    run = subprocess.run(
        [PROGRAM, *arguments, "--json", "--quiet"], env=environment, stdout=subprocess.PIPE, check=True, timeout=120)
    return [json.loads(line) for line in run.stdout.splitlines()]


def places(objects):
    return {
        os.path.basename(line["path"]): (line["latitude"], line["longitude"])
        for line in objects if line["type"] == "photo" and line["latitude"] is not None
    }


def check(name, latitude, longitude, seed):
    home = os.path.join(DIRECTORY, name)
    for directory in ["photos", "written", ".config/workphotos"]:
        os.makedirs(os.path.join(home, directory))
    with open(os.path.join(home, ".config/workphotos/config.toml"), "w") as file:
        file.write("[triage]\ninfer = true\n")
    points = track(latitude, longitude, seed)
    way = os.path.join(home, "way.gpx")
    with open(way, "w") as file:
        file.write(gpx(points))
    seconds = range(-120, points[-1][0] + 120, 41)
    for second in seconds:
        local = START + datetime.timedelta(seconds=second, hours=HOURS)
        for directory in ["photos", "written"]:
            with open(os.path.join(home, directory, f"{second:+06}.jpg"), "wb") as file:
                file.write(jpeg(local))
    written = sorted(os.path.join(home, "written", f) for f in os.listdir(os.path.join(home, "written")))
    subprocess.run(
        ["gpscorrelate", "--ignore-tracksegs", "-z", f"+{HOURS}", "-g", way, *written], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, check=False, timeout=120)
    workphotos(home, "scan", os.path.join(home, "photos"), "--gpx", way)
    ours = places(workphotos(home, "list"))
    theirs = places(workphotos(home, "inspect", *written))

    problems, worst = [], 0
    for second in seconds:
        photo = f"{second:+06}.jpg"
        if photo in ours and photo not in theirs:
            problems.append(f"{photo}: gpscorrelate has no position")
        elif photo in ours:
            worst = max(worst, distance(ours[photo], theirs[photo]))
            if distance(ours[photo], theirs[photo]) > TOLERANCE:
                problems.append(f"{photo}: {distance(ours[photo], theirs[photo]):.2f} m apart")
        elif photo in theirs:
            before = [p for p in points if p[0] < second][-1:]
            exact = [p for p in points if p[0] == second]
            around = before + exact + [p for p in points if p[0] > second][:1]
            pairs = [(a, b) for a, b in zip(around, around[1:]) if b[0] - a[0] <= GAP]
            # In a point's own second there may be nothing beside it; between two, both must be there.
            if (exact or pairs) and all(distance(a[1:], b[1:]) < DISTANCE - 1 for a, b in pairs):
                problems.append(f"{photo}: no position is inferred")
    print(
        f"check-gpx: {name}: {len(seconds)} photos, {len(ours)} inferred, {len(theirs)} by gpscorrelate, "
        f"at most {worst:.2f} m apart")
    if len(ours) < len(seconds) // 4:
        problems.append("too few are inferred to compare")
    for problem in problems[:20]:
        print(f"check-gpx: {name}: {problem}", file=sys.stderr)
    return problems


bad = check("berlin", 52.52, 13.405, 1) + check("sydney", -33.86, 151.21, 2) + check("quito", 0.0002, -78.5, 3)
sys.exit(1 if bad else 0)
