"""Measures the page of `review` in Chromium. Called by review.sh with the program, its library and more arguments.

usage: review.py PROGRAM LIBRARY ARGUMENT...

The arguments are added to each command. Prints what it has measured, a line each: a name and a number.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PROGRAM, LIBRARY, *ARGUMENTS = sys.argv[1:]
MARKS = 15
OTHERS = 5
STEPS = 60
RADII = range(110, 160, 10)  # metres, of a fence as it is drawn

# What the page shows, as expressions of JavaScript.
PICTURE = "[...document.querySelectorAll('#days img')].some((image) => image.complete && image.naturalWidth > 0)"
CARD = "document.querySelector(`.card[data-row='${row}']`)"
NAMES = "[...document.querySelectorAll('.fence-list button')].map(({ dataset }) => dataset.name)"


class Browser:
    """Chromium without a window, by W3C's WebDriver."""

    def __init__(self, place):
        with open(f"{place}/driver", "w") as notes:
            self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=notes, stderr=notes)
        port = found(f"{place}/driver", r"on port ([1-9][0-9]*)", self.driver)
        self.address = f"http://127.0.0.1:{port}"
        # Chromium has no sandbox for root, and opens only the page that is measured.
        arguments = ["--headless", "--no-sandbox", "--window-size=1200,900", f"--user-data-dir={place}/profile"]
        wishes = {"timeouts": {"script": 120_000}, "goog:chromeOptions": {"args": arguments}}
        session = self.ask("/session", {"capabilities": {"alwaysMatch": wishes}})
        self.address += f"/session/{session['sessionId']}"

    def ask(self, path, body=None, method="POST"):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise OSError(json.load(error)["value"]["message"]) from None

    def value(self, expression):
        return self.ask("/execute/sync", {"script": f"return {expression}", "args": []})

    def until(self, condition, first=""):
        """Runs statements, and returns the milliseconds from then on until a frame with a condition."""
        script = f"""
            const done = arguments[0];
            const start = performance.now();
            {first}
            const look = () => (({condition}) ? done(performance.now() - start) : requestAnimationFrame(look));
            requestAnimationFrame(look);
            """
        return self.ask("/execute/async", {"script": script, "args": []})

    def act(self, kind, actions, parameters=None):
        device = {"type": kind, "id": kind, "actions": actions}
        self.ask("/actions", {"actions": [{**device, "parameters": parameters} if parameters else device]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ask("", method="DELETE")
        self.driver.terminate()
        self.driver.wait()


def found(path, pattern, program):
    """What a program that has been started writes into a file, by the part of a pattern in parentheses."""
    while program.poll() is None:
        with open(path) as file:
            if match := re.search(pattern, file.read()):
                return match[1]
        time.sleep(0.01)
    sys.exit(f"{program.args[0]} has ended with status {program.returncode}")


def run(*command):
    return subprocess.run([PROGRAM, *command, *ARGUMENTS], check=True, capture_output=True, text=True).stdout


def start(place):
    """Starts the program that serves the page."""
    with open(f"{place}/review", "w") as output:
        return subprocess.Popen([PROGRAM, "review", "--no-browser", "--json", *ARGUMENTS], stdout=output)


def open_page(browser, address):
    """Opens the page, and waits for the first picture."""
    browser.ask("/url", {"url": address})
    while True:
        try:
            if browser.value(f"location.pathname === '/' && {PICTURE}"):
                return
        except OSError:
            pass  # The first page has gone on to the page itself.
        time.sleep(0.01)


def long_tasks(browser):
    """The milliseconds of each task of more than 50 ms while the list is scrolled and the map is dragged."""
    browser.value(
        "void (window.tasks = [], new PerformanceObserver((list) => window.tasks.push(...list.getEntries()))"
        ".observe({ type: 'longtask' }))"
    )
    canvas = browser.value("document.getElementById('map-canvas')")
    scroll = {"type": "scroll", "x": 900, "y": 600, "deltaX": 0, "deltaY": 500, "duration": 16}
    browser.act("wheel", [scroll] * STEPS)
    browser.act("wheel", [{**scroll, "deltaY": -500 * STEPS}])
    moves = [
        {"type": "pointerMove", "x": 4 * (step % 30) - 60, "y": 2 * (step % 30) - 30, "origin": canvas, "duration": 16}
        for step in range(STEPS)
    ]
    press = [{"type": "pointerDown", "button": 0}]
    browser.act("pointer", moves[:1] + press + moves[1:] + [{"type": "pointerUp", "button": 0}])
    browser.until("true")
    return browser.value("window.tasks.map(({ duration }) => duration)")


def open_days(browser):
    """Opens the first days: the row of each photo, its name and its directory."""
    browser.until(
        "document.querySelector('.card img')?.naturalWidth > 0",
        "for (const button of document.querySelectorAll('.day h2 button')) button.click();",
    )
    return browser.value("""[...document.querySelectorAll('.card')].map((card) => [
        card.dataset.row,
        card.querySelector('.name').textContent,
        [...card.querySelectorAll('.dim')].pop().textContent,
    ])""")


def mark(browser, row):
    """The milliseconds from the key until a photo is shown as personal, which the program tells once it is durable."""
    key = "new KeyboardEvent('keydown', { key: 'p', bubbles: true })"
    return browser.until(
        f"{CARD}.textContent.includes('marked by you')",
        f"const row = {row};"
        f"const picture = {CARD}.querySelector('button'); picture.focus(); picture.dispatchEvent({key});",
    )


def mark_elsewhere(browser, row, name, directory):
    """The milliseconds from the end of a command until the page shows what it has marked."""
    run("mark", "personal", f"{LIBRARY}/{directory.split('/', 1)[1]}/{name}")
    return browser.until(f"{CARD}.textContent.includes('marked by you')", f"const row = {row};")


def save_fence(browser, latitude, longitude):
    """The milliseconds from the last confirmation until a new fence is shown, and what it has changed."""
    browser.value("document.querySelector('#fences > .acts button').click()")
    for radius in RADII:
        fields = {"name": "Bench", "latitude": latitude, "longitude": longitude, "radius": radius}
        put = f"""
            for (const [name, value] of Object.entries({json.dumps(fields)})) {{
              const field = document.getElementById(`fence-${{name}}`);
              field.focus();
              field.value = value;
              field.dispatchEvent(new Event('input'));
            }}
            """
        browser.until("document.querySelector('#fences .effect').textContent", put)
        time.sleep(0.5)
    asked = "document.querySelector('dialog[open]') !== null"
    saved = f"document.getElementById('fence-form').hidden && {NAMES}.includes('Bench')"
    took = browser.until(f"{saved} || {asked}", "document.getElementById('fence-form').requestSubmit();")
    if browser.value(asked):
        took = browser.until(saved, "document.getElementById('overview-yes').click();")
    return took


def median(measure, photos):
    """The median of what is measured for each photo, with a rest between two, as a person has."""
    took = []
    for photo in photos:
        took.append(measure(*photo))
        time.sleep(0.5)
    return statistics.median(took)


def measure(browser, server):
    """Prints what a person sees of the page once it is open."""
    browser.until("document.getElementById('timeline-help').textContent")
    browser.until(PICTURE, "document.querySelector('#which input[value=all]').click();")
    tasks = long_tasks(browser)
    print("tasks", len(tasks))
    print("longest", max(tasks, default=0))
    photos = open_days(browser)
    print("mark", median(lambda row, *_: mark(browser, row), photos[:MARKS]))
    others = photos[MARKS : MARKS + OTHERS]
    print("other", median(lambda row, *file: mark_elsewhere(browser, row, *file), others))
    photo = json.loads(run("list", "--personal", "--reason", "outside-fences", "--limit", "1", "--json").split("\n")[0])
    print("fence", save_fence(browser, photo["latitude"], photo["longitude"]))
    with open(f"/proc/{server.pid}/status") as status:
        print("memory", re.search(r"VmHWM:\s+(\d+)", status.read())[1])


def main():
    with tempfile.TemporaryDirectory() as place, Browser(place) as browser:
        begin = time.monotonic()
        server = start(place)
        try:
            open_page(browser, found(f"{place}/review", r'"address":"([^"]*)"', server))
            print("start", time.monotonic() - begin)
            measure(browser, server)
        finally:
            server.terminate()
            server.wait()


main()
