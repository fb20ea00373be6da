import FakeDrive
import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The page of `report` in a browser: three work photos at the western end of the map, and two others at the eastern
/// end on later days. Names are markup that would run.
@Suite(.enabled(if: Browser.isInstalled, Browser.reason), .timeLimit(.minutes(5)))
struct ReportPageTests {
    private static let fence = "<script>ran = 1</script>"
    private static let picture = "<img src=x onerror=ran=1>.jpg"
    private static let title = "<script>ran = 1</script> " + String(repeating: "w", count: 90)
    /// Everything that can be used.
    private static let controls = "a, button, input, canvas"

    private let home: Home

    init() throws {
        home = try Home()
        for number in 1...3 { try home.add("desk-\(number).jpg") }
        for (name, day) in [(Self.picture, 5), ("meadow.jpg", 6)] {
            try home.add(name, TestPhoto(at: (52.52, 13.605), taken: "2026:05:0\(day) 20:00:00"))
        }
        try home.program.run("fence", "add", Self.fence, "--at", "52.52,13.405", "--radius", "150m")
        try home.program.run("scan", home.library)
    }

    /// Opens the page of all photos in a browser, by default a new one.
    @discardableResult
    private func page(_ arguments: String..., in browser: Browser? = nil) async throws -> Browser {
        let page = home.tree.path("report.html")
        let report = ["report", "--all", "--html", page.string, "--title", Self.title]
        let outcome = try home.program.start(report + arguments).wait()
        try #require(outcome.exit == 0, "\(outcome.notes)")
        let browser = if let browser { browser } else { try await Browser(in: home) }
        try await browser.open(page)
        return browser
    }

    /// The sentence about what is shown.
    private func shown(_ browser: Browser) async throws -> String {
        try #require(try await browser.value("document.getElementById('shown').textContent").string)
    }

    @Test func `It opens without a message, and boxes and words choose what it shows`() async throws {
        let browser = try await page()
        #expect(try await browser.messages() == [])
        #expect(try await shown(browser).hasPrefix("5 photos, "))
        try await browser.click("#verdicts label:nth-child(2) input")
        #expect(try await shown(browser).hasPrefix("3 photos of 5, "))
        try await browser.click("#verdicts label:nth-child(2) input")
        #expect(try await shown(browser).hasPrefix("5 photos, "))
        try await browser.click("#text")
        try await browser.press("meadow")
        try await browser.until("document.getElementById('shown').textContent.startsWith('1 photo of 5, ')")
        try await browser.press(Browser.Key.escape)
        #expect(try await shown(browser).hasPrefix("5 photos, "))
    }

    @Test func `A mark on the map opens its photos as a list`() async throws {
        let browser = try await page()
        // The map leaves a margin of 46 pixels, so that the western mark has its middle there.
        let width = try await browser.value("document.getElementById('map-canvas').clientWidth")
        try await browser.click("#map-canvas", right: 46 - (try #require(width.int)) / 2)
        let shown = try await shown(browser)
        #expect(shown.hasPrefix("3 photos of 5, ") && shown.hasSuffix("from one place on the map"), "\(shown)")
        #expect(try await browser.value("document.querySelectorAll('.card').length") == 3)
    }

    @Test func `Keys that come before the map is drawn mean what it shows by then`() async throws {
        let browser = try await page()
        // Nothing is in the middle at first, so that the first step goes to a mark, and the second one stays there.
        try await browser.press("m++\(Browser.Key.enter)")
        let shown = try await shown(browser)
        #expect(shown.hasSuffix("from one place on the map"), "\(shown)")
    }

    @Test func `Keys reach everything in order, and everything has a name`() async throws {
        let browser = try await page()
        for control in try await browser.names(of: Self.controls) {
            #expect(control.role != "none" && !control.name.isEmpty, "\(control)")
        }
        try await browser.value(
            """
            void (window.visited = [], document.addEventListener('focusin', ({ target }) => visited.push(
              target.id || (target.closest('label')?.textContent ?? target.closest('.skip, .places, .day')?.className))))
            """)
        // The parts of a date are stops as well.
        try await browser.press(String(repeating: Browser.Key.tab, count: 21))
        let visited = try await browser.value("visited.filter((name, place) => name !== visited[place - 1])")
        let maps: [JSON] = ["map-canvas", "map-in", "map-out", "map-fit"]
        let choices: [JSON] = ["places", "text", "work", "personal", "from", "to", "day"]
        #expect(visited == .array(["skip", "help"] + maps + choices))

        try await browser.value("document.activeElement.blur()")
        try await browser.press("jjk\(Browser.Key.enter)")
        let day = "[...document.querySelectorAll('.day')].indexOf(document.activeElement.closest('.day'))"
        #expect(try await browser.value("[\(day), document.activeElement.ariaExpanded]") == [0, "true"])
        #expect(try await browser.value("document.querySelector('.card .name').textContent") == "meadow.jpg")
        for (key, id) in [("m", "map-canvas"), ("/", "text")] {
            try await browser.press(key)
            #expect(try await browser.value("document.activeElement.id") == .string(id))
        }

        let keys = "[document.getElementById('help').ariaExpanded, document.getElementById('keys').checkVisibility()]"
        #expect(try await browser.value(keys) == ["false", false])
        try await browser.value("document.activeElement.blur()")
        try await browser.press("?")
        #expect(try await browser.value(keys) == ["true", true])
    }

    @Test func `A place below the map shows its photos in the middle of the map`() async throws {
        let browser = try await page()
        let names = try await browser.names(of: "#map-places button").map { $0.name }
        #expect(names == ["Show \(Self.fence) on the map, 3 photos", "Show Elsewhere on the map, 2 photos"])
        for (place, count) in [(1, 3), (2, 2)] {
            try await browser.click("#map-places button:nth-child(\(place))")
            try await browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            try await browser.click("#map-canvas", right: -12)
            #expect(try await shown(browser).hasPrefix("\(count) photos of 5, "))
            try await browser.press(Browser.Key.escape)
        }
    }

    @Test func `A row says how many of its photos have no picture in it`() async throws {
        let home = try Home()
        try home.addSamples(100)
        try home.program.run("scan", home.library)
        let page = home.tree.path("report.html")
        try home.program.run("report", "--all", "--html", page.string, "--thumbnails", "1")
        let browser = try await Browser(in: home)
        try await browser.open(page)
        let rows = "[...document.querySelectorAll('.day')]"
        let differences = try await browser.value(
            """
            \(rows).map((row) => row.querySelectorAll('.strip img, .strip .blank').length
              + Number(row.querySelector('.strip .rest')?.textContent ?? 0)
              - Number(row.querySelector('h2 > button').ariaLabel.match(/, (\\d+) photos?, /)[1]))
            """)
        #expect(differences.elements.count > 1 && differences.elements.allSatisfy { $0 == 0 }, "\(differences)")
        #expect(
            try await browser.value("\(rows).filter((row) => row.querySelector('.strip .rest')).length > 0") == true)
    }

    @Test func `A page of an act begins with what stays, and says why`() async throws {
        let world = try WorkHome(photos: 3)
        try world.addShelf()
        try world.program.run("upload", "--limit", "2")
        let page = world.home.tree.path("plan.html")
        try world.program.run("purge", "--dry-run", "--html", page.string)
        let browser = try await Browser(in: world.home)
        try await browser.open(page)
        #expect(
            try await browser.names(of: ".day > h2 > button").map { $0.name } == [
                "Office, Mon 4 May 2026, 1 photo, 1 would stay: not uploaded",
                "Office, Mon 4 May 2026, 2 photos, 2 would go",
            ])
        #expect(try await browser.value("document.querySelectorAll('.day.stays').length") == 1)
        #expect(try await browser.messages() == [])
    }

    @Test func `It suits the dark, a narrow screen and paper`() async throws {
        let browser = try await page()
        try await browser.press("j\(Browser.Key.enter)")
        let isDark = """
            (([ink, ground]) => ink > ground)(['color', 'backgroundColor'].map((name) =>
              getComputedStyle(document.body)[name].match(/\\d+/g).reduce((sum, part) => sum + Number(part), 0)))
            """
        for scheme in ["light", "dark"] {
            try await browser.show(on: "screen", in: scheme)
            #expect(try await browser.value(isDark) == .bool(scheme == "dark"))
        }
        try await browser.narrow(to: 400)
        let width = "document.documentElement"
        #expect(try await browser.value("\(width).scrollWidth <= \(width).clientWidth") == true)

        #expect(try await browser.names(of: "form, .tools, .keys").count == 3)
        try await browser.show(on: "print", in: "dark")
        #expect(try await browser.names(of: "form, .tools, .keys, a, input, :not(h2) > button").isEmpty)
        #expect(try await browser.names(of: ".day, .card").count == 4)
        #expect(try await browser.value(isDark) == false)
    }

    @Test func `Names that are markup are shown as text, and nothing in them runs`() async throws {
        let browser = try await page()
        try await browser.press("jj\(Browser.Key.enter)")
        let texts: [(selector: String, text: String)] = [
            ("title", Self.title), ("h1", Self.title), (".card .name", Self.picture),
            (".day:last-child .place", Self.fence),
        ]
        for (selector, text) in texts {
            let shown = try await browser.value("document.querySelector('\(selector)').textContent")
            #expect(shown == .string(text))
        }
        #expect(try await browser.value("typeof ran") == "undefined")
        #expect(try await browser.value("document.querySelector('[onerror]')") == .null)
        // Chromium also reports what the page's policy keeps from running.
        #expect(try await browser.messages() == [])
    }

    @Test func `Without positions it has no map`() async throws {
        let hasMap = "document.getElementById('map').checkVisibility()"
        let positions = "document.querySelectorAll('[id*=itude]').length"
        let browser = try await page()
        #expect(try await browser.value("[\(hasMap), \(positions)]") == [true, 2])
        try await page("--no-positions", in: browser)
        #expect(try await browser.value("[\(hasMap), \(positions)]") == [false, 0])
        #expect(try await shown(browser).hasPrefix("5 photos, "))
        #expect(try await browser.messages() == [])
    }
}
