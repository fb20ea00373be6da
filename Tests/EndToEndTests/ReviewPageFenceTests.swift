import FakeDrive
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Fences and staged actions on the page of `review` in a browser: what is done there, the commands read.
@Suite(.enabled(if: Browser.isInstalled, Browser.reason), .timeLimit(.minutes(5)))
struct ReviewPageFenceTests {
    /// What is looked at, in the page.
    private enum Look {
        static let effect = "document.querySelector('#fences .effect').textContent"
        static let names = "[...document.querySelectorAll('.fence-list button')].map(({ dataset }) => dataset.name)"
        static let isClosed = "document.getElementById('fence-form').hidden"
        static let isAsked = "document.querySelector('dialog[open]') !== null"
        static let focus = "document.activeElement.id"
        static let errors = "[...document.querySelectorAll('.error')].map((line) => line.textContent).join('')"
    }

    private static let circle = "#fences > .acts button:nth-child(1)"
    private static let polygon = "#fences > .acts button:nth-child(2)"
    private static let suggestions = "#fences > .acts button:nth-child(3)"
    private static let undo = "#fences > .acts button:nth-child(4)"
    private static let staged = ".staged-actions li"

    /// A home with three work photos in an office at the western end of the map, and two personal ones at the eastern.
    private func office() throws -> Home {
        let home = try Home()
        for number in 1...3 { try home.add("desk-\(number).jpg") }
        for day in 5...6 {
            try home.add("meadow-\(day).jpg", TestPhoto(at: (52.52, 13.605), taken: "2026:05:0\(day) 20:00:00"))
        }
        try home.program.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m")
        try home.program.run("scan", home.library)
        return home
    }

    /// The fences as the command line reads them, by name.
    private func fences(of home: Home) throws -> [String: [String: Any]] {
        let fences = try home.program.run("fence", "list", "--json").lines.filter { $0["type"] as? String == "fence" }
        return Dictionary(uniqueKeysWithValues: fences.map { ($0["name"] as? String ?? "", $0) })
    }

    /// The number of work photos as the command line reads it.
    private func workPhotos(of home: Home) throws -> Int {
        try home.program.run("list", "--json").lines.count { $0["verdict"] as? String == "work" }
    }

    /// The number in a field of the form.
    private func number(_ field: String, in browser: Browser) async throws -> Double {
        let value = try await browser.value("Number(document.getElementById('fence-\(field)').value)")
        return try #require(value.double)
    }

    /// Puts a text into a field of the form.
    private func type(_ text: String, into field: String, in browser: Browser) async throws {
        try await browser.value(
            "void ((field) => { field.focus(); field.select(); })(document.getElementById('fence-\(field)'))")
        try await browser.press(text)
    }

    /// Saves the form with Enter in the field of the name, and confirms the overview if there is one.
    private func save(as name: String, in browser: Browser) async throws {
        try await type(name + Browser.Key.enter, into: "name", in: browser)
        try await browser.until("\(Look.isClosed) || \(Look.isAsked)")
        if try await browser.value(Look.isAsked) == true { try await browser.press(Browser.Key.enter) }
        try await browser.until("\(Look.isClosed) && \(Look.names).includes('\(name)')")
    }

    /// Half the width of the map. The marks at its ends have their middles 46 pixels from its left, and 70 from its
    /// right.
    private func halfWidth(_ browser: Browser) async throws -> Int {
        try #require(try await browser.value("document.getElementById('map-canvas').clientWidth").int) / 2
    }

    @Test func `A circle is drawn and resized by pointer, its effect is seen, and it is taken back`() async throws {
        let home = try office()
        let browser = try await ServedReview(of: home).browser
        try await browser.click(Self.circle)
        let east = try await halfWidth(browser) - 70
        try await browser.drag("#map-canvas", from: (east, 0), to: (east - 30, 0))
        let drawn = try await number("radius", in: browser)
        #expect(drawn > 100)
        try await browser.drag("#map-canvas", from: (east - 30, 0), to: (east - 60, 0))
        let resized = try await number("radius", in: browser)
        #expect(resized > 1.8 * drawn && resized < 2.2 * drawn)
        try await browser.until("\(Look.effect).includes('2 photos: personal → work')")
        #expect(try fences(of: home).keys.sorted() == ["Office"])

        try await save(as: "Meadow", in: browser)
        #expect(try fences(of: home)["Meadow"]?["radius"] as? Double == resized)
        #expect(try workPhotos(of: home) == 5)

        try await browser.click(Self.undo)
        try await browser.until("\(Look.isAsked) || \(Look.names).length === 1")
        if try await browser.value(Look.isAsked) == true { try await browser.press(Browser.Key.enter) }
        try await browser.until("\(Look.names).join() === 'Office'")
        #expect(try fences(of: home).keys.sorted() == ["Office"])
        #expect(try workPhotos(of: home) == 3)
        #expect(try await browser.messages() == [])
    }

    @Test func `A circle is moved by its middle, and a drag beside it moves the map only`() async throws {
        let home = try office()
        let browser = try await ServedReview(of: home).browser
        try await browser.click(Self.circle)
        try await browser.drag("#map-canvas", from: (0, 0), to: (60, 0))
        let radius = try await number("radius", in: browser)
        let longitude = try await number("longitude", in: browser)
        try await browser.drag("#map-canvas", from: (0, 80), to: (30, 80))
        #expect(try await number("longitude", in: browser) == longitude)
        // The map has moved 30 pixels to the right.
        try await browser.drag("#map-canvas", from: (30, 0), to: (0, 0))
        #expect(try await number("longitude", in: browser) < longitude)
        #expect(try await number("radius", in: browser) == radius)
    }

    @Test func `A fence is drawn, moved, resized and saved by keys`() async throws {
        let home = try office()
        let browser = try await ServedReview(of: home).browser
        try await browser.value("document.querySelector('\(Self.circle)').focus()")
        try await browser.press(Browser.Key.enter)
        try await browser.until("\(Look.focus) === 'map-canvas'")
        try await browser.press(" ")
        let (radius, longitude) = (try await number("radius", in: browser), try await number("longitude", in: browser))
        try await browser.press("+\(Browser.Key.right)")
        #expect(try await number("radius", in: browser) > radius)
        #expect(try await number("longitude", in: browser) > longitude)
        try await browser.press("--")
        let smaller = try await number("radius", in: browser)
        #expect(smaller < radius)
        try await browser.press(Browser.Key.enter)
        #expect(try await browser.value(Look.focus) == "fence-name")
        try await save(as: "By keys", in: browser)
        let fence = try #require(try fences(of: home)["By keys"])
        #expect(fence["radius"] as? Double == smaller && fence["kind"] as? String == "work")
    }

    @Test func `The points of a polygon are set, gone through, added and removed by keys`() async throws {
        let home = try office()
        let browser = try await ServedReview(of: home).browser
        let count = "document.querySelector('#fence-form .acts span').textContent"
        try await browser.value("document.querySelector('\(Self.polygon)').focus()")
        try await browser.press(Browser.Key.enter)
        try await browser.until("\(Look.focus) === 'map-canvas'")
        let step = Browser.Key.right
        try await browser.press(" \(step)\(step) \(Browser.Key.down) \(Browser.Key.enter)")
        #expect(try await browser.value(count) == "Point 1 of 3")
        let tabs = Browser.Key.tab + Browser.Key.tab
        try await browser.press(tabs + "n")
        #expect(try await browser.value(count) == "Point 3 of 4")
        let latitude = try await number("latitude", in: browser)
        try await browser.press(Browser.Key.up)
        #expect(try await number("latitude", in: browser) > latitude)
        try await browser.press(Browser.Key.delete)
        #expect(try await browser.value(count) == "Point 3 of 3")
        // After the last point the keyboard goes on to what follows the map.
        try await browser.press(Browser.Key.tab)
        #expect(try await browser.value(Look.focus) != "map-canvas")
        try await save(as: "Three corners", in: browser)
        #expect(try fences(of: home)["Three corners"]?["shape"] as? String == "polygon")
    }

    @Test func `What the program refuses is said at the form, and is no error of the browser's`() async throws {
        let home = try office()
        let browser = try await ServedReview(of: home).browser
        try await browser.value("document.querySelector('\(Self.polygon)').focus()")
        try await browser.press(Browser.Key.enter)
        try await browser.until("\(Look.focus) === 'map-canvas'")
        // All on one line.
        try await browser.press(" \(Browser.Key.right) \(Browser.Key.right) \(Browser.Key.enter)")
        try await browser.until("document.getElementById('fence-shape-error').textContent.includes('enclose nothing')")
        try await type("On a line\(Browser.Key.enter)", into: "name", in: browser)
        try await browser.until("!document.querySelector('#fence-form .primary').disabled")
        #expect(try await browser.value(Look.errors).string?.contains("enclose nothing") == true)
        #expect(try fences(of: home).keys.sorted() == ["Office"])
        #expect(try await browser.messages() == [])
    }

    @Test func `A fence is renamed and removed, and what is wrong is said at its field`() async throws {
        let home = try office()
        let browser = try await ServedReview(of: home).browser
        try await browser.click(".fence-list button")
        try await browser.until("\(Look.focus) === 'fence-name'")
        try await type("0", into: "radius", in: browser)
        try await browser.until("document.getElementById('fence-radius-error').textContent")
        #expect(try await browser.value("document.getElementById('fence-radius').ariaInvalid") == "true")
        try await type("150", into: "radius", in: browser)
        try await browser.until("\(Look.errors) === ''")
        try await save(as: "<b>Bureau</b>", in: browser)
        #expect(try fences(of: home).keys.sorted() == ["<b>Bureau</b>"])
        #expect(try await browser.value("document.querySelector('#fences b')") == .null)

        try await browser.click(".fence-list button")
        try await browser.click("#fence-form > .acts:last-child button:last-child")
        try await browser.until(Look.isAsked)
        #expect(try fences(of: home).count == 1)
        try await browser.press(Browser.Key.enter)
        try await browser.until("\(Look.names).length === 0")
        #expect(try fences(of: home).isEmpty)
    }

    @Test func `A suggestion is taken into the form with one click, and saved`() async throws {
        let home = try Home()
        try SampleLibrary(photos: 300, seed: 5, detail: .small).write(to: home.tree.path("photos"))
        try home.program.run("scan", home.library)
        let suggested = try #require(try home.program.run("fence", "suggest", "--json").lines.first)
        let name = try #require(suggested["name"] as? String)
        let browser = try await ServedReview(of: home).browser
        try await browser.click(Self.suggestions)
        try await browser.until("document.querySelector('.suggested button')")
        try await browser.click(".suggested button")
        #expect(try await browser.value("document.getElementById('fence-name').value") == .string(name))
        try await browser.until("\(Look.effect) !== ''")
        try await save(as: name, in: browser)
        let fence = try #require(try fences(of: home)[name])
        // A home is suggested as a place that is never work, and is not taken over as work.
        #expect(fence["kind"] as? String == suggested["kind"] as? String)
        for member in ["latitude", "longitude", "radius"] {
            let (saved, wished) = (fence[member] as? Double ?? 0, suggested[member] as? Double ?? .nan)
            #expect(abs(saved - wished) < (member == "radius" ? 1 : 1e-6))
        }
    }

    @Test func `A box drawn on the map with Shift selects the photos in it`() async throws {
        let browser = try await ServedReview(of: try office()).browser
        let west = 46 - (try await halfWidth(browser))
        try await browser.drag(
            "#map-canvas", from: (west - 20, -20), to: (west + 20, 20), holding: Browser.Key.shift)
        try await browser.until("document.getElementById('target').textContent.startsWith('3 photos selected')")
    }

    @Test func `A staged action is looked at and dropped, and the page ends with the lines to type`() async throws {
        let world = try WorkHome(photos: 3)
        try world.addShelf()
        try world.program.run("upload", "--stage")
        let served = try await ServedReview(of: world.home)
        let browser = served.browser
        try await browser.click("#staged .acts button")
        try await browser.until("document.querySelectorAll('\(Self.staged)').length === 3")
        try await browser.click("\(Self.staged) button")
        try await browser.until("document.getElementById('shown').textContent.startsWith('1 photo of 4, ')")
        try await browser.click("\(Self.staged) button:last-child")
        try await browser.until("document.querySelectorAll('\(Self.staged)').length === 2")
        #expect(try world.program.run("staged", "--json").count("staged") == 2)

        try await browser.click("#staged > .acts button:last-child")
        try await browser.until("document.querySelector('main.end')")
        let lines = try await browser.value("[...document.querySelectorAll('code')].map((line) => line.textContent)")
        #expect(lines.elements.compactMap(\.string).contains { $0.hasPrefix("workphotos apply") })
        try await browser.click(".lines button")
        try await browser.until("document.querySelector('main.end [role=status]').textContent")
        #expect(try served.program.wait().exit == 0)
        #expect(try world.stored().isEmpty)
        #expect(try await browser.messages() == [])
    }

    @Test func `Everything has a name, and the page is as wide as a narrow screen`() async throws {
        let browser = try await ServedReview(of: try office()).browser
        try await browser.click(".fence-list button")
        for control in try await browser.names(of: "#fences button, #fences input, #staged button") {
            #expect(control.role != "none" && !control.name.isEmpty, "\(control)")
        }
        try await browser.narrow(to: 400)
        let width = "document.documentElement"
        #expect(try await browser.value("\(width).scrollWidth <= \(width).clientWidth") == true)
    }
}
