import FakeDrive
import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The page of `review` in a browser: three work photos, three without a position, which are unsure, on a later day,
/// and a personal one. The name of one is markup that would run.
@Suite(.enabled(if: Browser.isInstalled, Browser.reason), .timeLimit(.minutes(5)))
struct ReviewPageDecisionTests {
    private static let fence = "<script>ran = 1</script>"
    private static let lost = ["lost-1.jpg", "lost-2.jpg", "<img src=x onerror=ran=1>.jpg"]

    private let home: Home

    init() throws {
        home = try Home()
        for number in 1...3 { try home.add("desk-\(number).jpg") }
        for (number, name) in Self.lost.enumerated() { try home.add(name, Self.lost(number)) }
        try home.add("meadow.jpg", TestPhoto(at: (52.52, 13.605), taken: "2026:05:06 20:00:00"))
        try home.program.run("fence", "add", Self.fence, "--at", "52.52,13.405", "--radius", "150m")
        try home.program.run("scan", home.library)
    }

    private static func lost(_ number: Int) -> TestPhoto { TestPhoto(taken: "2026:05:05 10:0\(number):00") }

    // MARK: - What is shown

    /// The sentence about what is shown.
    private func shown(_ browser: Browser) async throws -> String {
        try #require(try await browser.value("document.getElementById('shown').textContent").string)
    }

    /// The names of the photos that are laid out.
    private func names(_ browser: Browser) async throws -> [String] {
        let names = "[...document.querySelectorAll('.card .name')].map((name) => name.textContent)"
        return try await browser.value(names).elements.compactMap(\.string)
    }

    /// The name of the photo that has the keyboard.
    private func focused(_ browser: Browser) async throws -> String? {
        try await browser.value("document.activeElement.closest('.card')?.querySelector('.name').textContent").string
    }

    private func untilThereAre(_ cards: Int, _ browser: Browser) async throws {
        try await browser.until("document.querySelectorAll('.card').length === \(cards)")
    }

    /// Waits until the bar says what was done.
    private func until(_ browser: Browser, says words: String) async throws {
        try await browser.until("document.getElementById('said').textContent.includes('\(words)')")
    }

    /// The verdicts of the photos without a position, as the command line tells them.
    private func verdicts() throws -> [String: String] {
        var verdicts: [String: String] = [:]
        for line in try home.program.run("list", "--json").lines {
            guard let path = line["path"] as? String, let name = FilePath(path).lastComponent?.string else { continue }
            if Self.lost.contains(name) { verdicts[name] = line["verdict"] as? String }
        }
        return verdicts
    }

    private func verdicts(all verdict: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Self.lost.map { ($0, verdict) })
    }

    // MARK: - Decisions

    @Test func `A decided photo leaves, the next takes its place, and each step is undone`() async throws {
        let review = try await ServedReview(of: home)
        let browser = review.browser
        #expect(try await shown(browser).hasPrefix("3 undecided photos of 7, "))
        let names = try await names(browser)
        #expect(names.sorted() == Self.lost.sorted())
        #expect(try verdicts() == verdicts(all: "unsure"))

        try await browser.press("j")
        #expect(try await focused(browser) == names[0])
        try await browser.press("w")
        try await untilThereAre(2, browser)
        #expect(try await focused(browser) == names[1])
        try await browser.press("p")
        try await untilThereAre(1, browser)
        #expect(try await focused(browser) == names[2])
        #expect(try verdicts() == [names[0]: "work", names[1]: "personal", names[2]: "unsure"])

        let undo = "document.getElementById('undo').textContent"
        #expect(try await browser.value(undo).string?.contains("mark personal") == true)
        // What was personal is undone after a question, as by the command line.
        try await browser.press("u")
        try await browser.until("document.querySelector('dialog[open]') !== null")
        try await browser.press(Browser.Key.enter)
        try await untilThereAre(2, browser)
        #expect(try await focused(browser) == names[1])
        // Undoing lasts over a reload.
        try await browser.reload()
        try await untilThereAre(2, browser)
        #expect(try await browser.value(undo).string?.contains("mark work") == true)
        try await browser.click("#undo")
        try await untilThereAre(3, browser)
        #expect(try verdicts() == verdicts(all: "unsure"))
        #expect(try await browser.messages() == [])
    }

    @Test func `A row is decided at once, and a reversal is asked about first`() async throws {
        let review = try await ServedReview(of: home)
        let browser = review.browser
        try await browser.press("f")
        #expect(try await shown(browser).hasPrefix("7 photos, "))
        try await browser.press("Jp")
        try await until(browser, says: "personal")
        #expect(try verdicts() == verdicts(all: "personal"))

        let isOpen = "document.getElementById('overview').open"
        let isRow = "document.activeElement.matches('.day:first-child h2 > button')"
        try await browser.press("w")
        try await browser.until(isOpen)
        #expect(try await browser.value("document.activeElement.id") == "overview-yes")
        try await browser.press(Browser.Key.escape)
        try await browser.until("!\(isOpen)")
        #expect(try await browser.value(isRow) == true)
        #expect(try verdicts() == verdicts(all: "personal"))
        try await browser.press("w")
        try await browser.until(isOpen)
        try await browser.press(Browser.Key.enter)
        try await until(browser, says: "work")
        #expect(try await browser.value(isRow) == true)
        #expect(try verdicts() == verdicts(all: "work"))
        try await browser.until("document.querySelector('#totals li').textContent.startsWith('6 work')")
    }

    @Test func `What is selected is decided at once, with Shift from one photo to another`() async throws {
        let review = try await ServedReview(of: home)
        let browser = review.browser
        let target = "document.getElementById('target').textContent"
        try await browser.press("X")
        #expect(try await browser.value(target) == "3 photos selected")
        try await browser.press(Browser.Key.escape)
        try await browser.press("jx")
        #expect(try await browser.value(target) == "1 photo selected")
        try await browser.value(
            """
            document.querySelector('.card:last-child .tick')
              .dispatchEvent(new MouseEvent('click', { shiftKey: true, bubbles: true, cancelable: true }))
            """)
        #expect(try await browser.value(target) == "3 photos selected")
        #expect(try await browser.value("document.querySelector('.day > .tick').checked") == true)
        try await browser.press("h")
        try await until(browser, says: "held")
        try await browser.until("document.getElementById('shown').textContent.startsWith('Nothing is undecided')")
        #expect(try home.program.run("list", "--held", "--json").lines.count { $0["path"] != nil } == 3)
    }

    @Test func `A photo is seen and decided large, and Escape leads back to it`() async throws {
        let review = try await ServedReview(of: home)
        let browser = review.browser
        let names = try await names(browser)
        let large = "document.querySelector('#viewer[open] .name')?.textContent"
        try await browser.press("j\(Browser.Key.enter)")
        try await browser.until("\(large) && document.querySelector('.large img, .large .words')")
        #expect(try await browser.value(large) == .string(names[0]))
        try await browser.press(Browser.Key.right)
        #expect(try await browser.value(large) == .string(names[1]))
        try await browser.press("w")
        try await until(browser, says: "work")
        #expect(try await browser.value(large) == .string(names[2]))
        try await browser.press(Browser.Key.escape)
        let name = "document.activeElement.closest('.card')?.querySelector('.name').textContent"
        try await browser.until("\(name) === \(JSON.string(names[2]).text)")
        #expect(try verdicts()[names[1]] == "work")
        #expect(try await browser.messages() == [])
    }

    @Test func `Small pictures come when they are in view, and a large one when it is opened`() async throws {
        let home = try Home()
        try home.addSamples(100)
        try home.program.run("scan", home.library)
        let review = try await ServedReview(of: home)
        let browser = review.browser
        try await browser.until("document.querySelector('.strip img[src^=\"blob:\"]')?.naturalWidth > 0")
        // Others are laid out below it once it is in view.
        try await browser.value("void (window.below = [...document.querySelectorAll('.strip img')].at(-1))")
        #expect(try await browser.value("below.src") == "")
        try await browser.value("void below.scrollIntoView()")
        // It is replaced where there is no picture.
        try await browser.until("below.src || !below.isConnected")
        try await browser.value("void scrollTo(0, 0)")
        try await browser.press("j\(Browser.Key.enter)j\(Browser.Key.enter)")
        try await browser.until("document.querySelector('.large[aria-busy=\"false\"] img')?.naturalWidth > 0")
        #expect(try await browser.messages() == [])
    }

    // MARK: - What others do

    @Test func `What another terminal decides is shown`() async throws {
        let review = try await ServedReview(of: home)
        try home.program.run("mark", "personal", home.tree.path("photos/lost-1.jpg").string)
        try await untilThereAre(2, review.browser)
        #expect(try await !names(review.browser).contains("lost-1.jpg"))
    }

    @Test func `A decision about a photo that is another one now is refused, and says so`() async throws {
        let review = try await ServedReview(of: home)
        let browser = review.browser
        // A page that nobody looks at asks for no changes.
        try await browser.value("void Object.defineProperty(document, 'hidden', { value: true })")
        try await browser.press("j")
        let name = try #require(try await focused(browser))
        var photo = Self.lost(try #require(Self.lost.firstIndex(of: name)))
        photo.tail = Array("another picture".utf8)
        try home.tree.write(FilePath("photos/" + name), photo.bytes)
        try home.program.run("scan", home.library)
        try await browser.press("w")
        try await browser.until("!document.getElementById('notice').hidden")
        let notice = try await browser.value("document.getElementById('notice-words').textContent").string
        #expect(notice?.contains("Changed meanwhile: \(name).") == true, "\(notice ?? "")")
        #expect(try verdicts() == verdicts(all: "unsure"))
        try await browser.press("w")
        try await untilThereAre(2, browser)
        #expect(try verdicts()[name] == "work")
        #expect(try await browser.messages() == [])
    }

    @Test func `It says that the program has ended`() async throws {
        let review = try await ServedReview(of: home)
        review.program.send(SIGINT)
        try await review.browser.until("document.getElementById('notice').textContent.includes('has ended')")
    }

    // MARK: - Everybody's page

    @Test func `Everything has a name, each button names its key, and the list of keys has them all`() async throws {
        let review = try await ServedReview(of: home)
        let browser = review.browser
        try await browser.press("j?")
        let controls = try await browser.names(of: "a, button, input, canvas")
        for control in controls { #expect(control.role != "none" && !control.name.isEmpty, "\(control)") }
        #expect(controls.contains { $0.role == "checkbox" && $0.name == "Select \(Self.lost[0])" })
        let unnamed = try await browser.value(
            """
            [...document.querySelectorAll('[data-key]')].filter(({ title, dataset }) => !title.endsWith(`(${dataset.key})`)
              || ![...document.querySelectorAll('#keys kbd')].some(({ textContent }) => textContent === dataset.key))
              .map(({ textContent }) => textContent)
            """)
        #expect(unnamed == [])
        #expect(try await browser.value("document.getElementById('keys').checkVisibility()") == true)
        try await browser.press(Browser.Key.escape)
        #expect(try await browser.value("document.getElementById('keys').checkVisibility()") == false)
    }

    @Test func `Names that are markup are text, and a narrow screen is wide enough`() async throws {
        let review = try await ServedReview(of: home)
        let browser = review.browser
        try await browser.narrow(to: 400)
        let page = "document.documentElement"
        #expect(try await browser.value("\(page).scrollWidth <= \(page).clientWidth") == true)
        try await browser.press("j\(Browser.Key.enter)")
        try await browser.until("document.getElementById('viewer').open")
        let dialog = "document.getElementById('viewer')"
        #expect(try await browser.value("\(dialog).scrollWidth <= \(dialog).clientWidth") == true)
        try await browser.press("\(Browser.Key.right)\(Browser.Key.right)\(Browser.Key.escape)")
        try await browser.until("!document.getElementById('viewer').open")
        try await browser.press("Xf")
        #expect(try await names(browser).isEmpty)
        #expect(try await browser.value("document.body.textContent").string?.contains(Self.fence) == true)
        #expect(try await browser.value("typeof ran") == "undefined")
        #expect(try await browser.value("document.querySelector('[onerror]')") == .null)
        #expect(try await browser.messages() == [])
    }
}
