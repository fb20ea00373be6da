import FakeDrive
import Foundation
import GoogleDrive
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Chromium without a window, driven by chromedriver as in W3C's WebDriver, on 127.0.0.1. It resolves no names.
///
/// Both programs end when the value is released.
struct Browser {
    /// Whether both programs are installed.
    static let isInstalled: Bool = {
        let outcome = try? Program(home: "/").shell("command -v chromium && command -v chromedriver")
        return outcome?.exit == 0
    }()
    static let reason: Comment = "chromium or chromedriver is not installed. Tests/Checks/setup.sh test installs them"

    /// Keys, as WebDriver writes them.
    enum Key {
        static let tab = "\u{E004}"
        static let enter = "\u{E007}"
        static let escape = "\u{E00C}"
        static let delete = "\u{E017}"
        static let up = "\u{E013}"
        static let right = "\u{E014}"
        static let down = "\u{E015}"
        static let shift = "\u{E008}"
    }

    /// What chromedriver answers instead of a value.
    private struct Trouble: Error {
        let text: String
    }

    /// The program that serves the page, if there is one: it runs as long as somebody looks at that.
    var server: Running?
    private let driver: Running
    private let wire: LiveWire
    private let address: String
    private var session = ""

    /// Starts both, with a profile of their own in the home.
    ///
    /// - Throws: if one of them does not start.
    init(in home: Home) async throws {
        let notes: FilePath = "browser/notes"
        let program = Program(path: "chromedriver", home: home.tree.path("browser").string)
        var started: (driver: Running, port: Substring)?
        var complaint = ""
        // It takes a free port of one family of addresses and wants the same one of the other, which may be taken.
        for _ in 0..<10 where started == nil {
            try home.tree.write(notes, [])
            let driver = try program.start(["--port=0"], output: home.tree.path(notes).string)
            _ = eventually {
                let said = (try? home.tree.read(notes)).map { String(decoding: $0, as: UTF8.self) } ?? ""
                started = said.firstMatch(of: /on port ([1-9][0-9]*)\./).map { (driver, $0.output.1) }
                return started != nil || !driver.isRunning
            }
            complaint = driver.notes
        }
        let (driver, port) = try #require(started, "\(complaint)")
        address = "http://127.0.0.1:\(port)"
        wire = try LiveWire(LiveWire.Settings(variables: [:], timeout: .seconds(120), agent: "workphotos/test"))
        self.driver = driver
        // Chromium has no sandbox for root, and opens only pages of these tests.
        let arguments: JSON = [
            "--headless", "--no-sandbox", "--window-size=1200,900",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.*",
            .string("--user-data-dir=\(home.tree.path("browser/profile").string)"),
        ]
        let wishes: JSON = ["goog:loggingPrefs": ["browser": "ALL"], "goog:chromeOptions": ["args": arguments]]
        let made = try await post("/session", ["capabilities": ["alwaysMatch": wishes]])
        session = "/session/\(try #require(made["sessionId"]?.string))"
    }

    // MARK: - The page

    /// Opens a page of `report` and waits until it is drawn.
    func open(_ page: FilePath) async throws {
        try await post("/url", ["url": .string("file://\(page.string)")])
        try await until("document.getElementById('timeline-help').textContent")
    }

    /// Opens the page that `review` serves at an address, and waits until it is drawn.
    ///
    /// - Throws: if it is not drawn within half a minute.
    func open(review address: String) async throws {
        try await post("/url", ["url": .string(address)])
        let isDrawn = "Boolean(document.getElementById('timeline-help')?.textContent)"
        let end = ContinuousClock.now + .seconds(30)
        // The first page goes on to the page itself, which ends a script that waits in it.
        while (try? await value("location.pathname === '/' && \(isDrawn)")) != true {
            try #require(ContinuousClock.now < end, "The page is not drawn")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The value of an expression of JavaScript.
    @discardableResult
    func value(_ expression: String) async throws -> JSON {
        try await post("/execute/sync", ["script": .string("return \(expression)"), "args": []])
    }

    /// Waits until an expression is true.
    ///
    /// - Throws: if it is not within WebDriver's limit, half a minute.
    func until(_ expression: String) async throws {
        let script = """
            const done = arguments[0];
            const look = () => { if (\(expression)) done(true); else requestAnimationFrame(look); };
            look();
            """
        try await post("/execute/async", ["script": .string(script), "args": []])
    }

    /// What the page has written to the console since the last call, and what the browser has refused it.
    func messages() async throws -> [String] {
        try await post("/se/log", ["type": "browser"]).elements.map(\.text)
    }

    /// The role and the name of each visible element that a selector matches, as they are said by a screen reader.
    func names(of selector: String) async throws -> [(role: String, name: String)] {
        let elements = try await value(
            "[...document.querySelectorAll('\(selector)')].filter((element) => element.checkVisibility())")
        var names: [(role: String, name: String)] = []
        for element in elements.elements {
            let path = "/element/\(try #require(element.members.first?.value.string))"
            let role = try await send(.get, "\(path)/computedrole").string
            let name = try await send(.get, "\(path)/computedlabel").string
            names.append((role ?? "", name ?? ""))
        }
        return names
    }

    // MARK: - A person

    /// Loads the page again, and waits until it is drawn.
    func reload() async throws {
        try await post("/refresh", [:])
        try await until("document.getElementById('timeline-help').textContent")
    }

    /// Types keys, one after another, at what has the keyboard.
    func press(_ keys: String) async throws {
        let strokes: [JSON] = keys.flatMap { key in
            ["keyDown", "keyUp"].map { ["type": .string($0), "value": .string(String(key))] }
        }
        try await act([["type": "key", "id": "keys", "actions": .array(strokes)]])
    }

    /// A point of an element, in pixels right of and below its middle.
    typealias Point = (right: Int, down: Int)

    /// Clicks the first element that a selector matches, so many pixels from its middle.
    func click(_ selector: String, right: Int = 0) async throws {
        try await move(in: selector, [(right, 0)], holding: nil)
    }

    /// Presses at a point of the first element that a selector matches, and lets go at another; a key is held
    /// meanwhile, if there is one.
    func drag(_ selector: String, from start: Point, to end: Point, holding key: String? = nil) async throws {
        let middle = ((start.right + end.right) / 2, (start.down + end.down) / 2)
        try await move(in: selector, [start, middle, end], holding: key)
    }

    /// Moves the pointer over points of an element, pressed from the first to the last.
    private func move(in selector: String, _ points: [Point], holding key: String?) async throws {
        // A pointer moves only to what is in sight.
        let element = try await value(
            """
            ((element) => { element.scrollIntoView({ block: 'center', behavior: 'instant' }); return element; })
              (document.querySelector('\(selector)'))
            """)
        var strokes = points.map { point -> JSON in
            [
                "type": "pointerMove", "x": .number("\(point.right)"), "y": .number("\(point.down)"), "origin": element,
            ]
        }
        strokes.insert(["type": "pointerDown", "button": 0], at: 1)
        strokes.append(["type": "pointerUp", "button": 0])
        // Both devices do one step at the same time.
        let pause: JSON = ["type": "pause"]
        let held = key.map { key -> [JSON] in
            let stroke = { (type: String) -> JSON in ["type": .string(type), "value": .string(key)] }
            return [stroke("keyDown")] + strokes.dropFirst().map { _ in pause } + [stroke("keyUp")]
        }
        let pointer: JSON = ["type": "pointer", "id": "mouse", "actions": .array(strokes)]
        try await act([pointer] + (held.map { [["type": "key", "id": "keys", "actions": .array($0)]] } ?? []))
    }

    private func act(_ actions: [JSON]) async throws {
        try await post("/actions", ["actions": .array(actions)])
    }

    /// Gives the page another medium, `screen` or `print`, and another scheme of colours, `light` or `dark`.
    func show(on medium: String, in scheme: String) async throws {
        let feature: JSON = ["name": "prefers-color-scheme", "value": .string(scheme)]
        try await command("Emulation.setEmulatedMedia", ["media": .string(medium), "features": [feature]])
    }

    /// Gives the page another width, in pixels of CSS.
    func narrow(to width: Int) async throws {
        let size: JSON = ["width": .number("\(width)"), "height": 800, "deviceScaleFactor": 1, "mobile": false]
        try await command("Emulation.setDeviceMetricsOverride", size)
        try await until("innerWidth === \(width)")
    }

    // MARK: - The wire

    /// A command of Chromium's own protocol.
    private func command(_ name: String, _ parameters: JSON) async throws {
        try await post("/goog/cdp/execute", ["cmd": .string(name), "params": parameters])
    }

    @discardableResult
    private func post(_ path: String, _ body: JSON) async throws -> JSON {
        try await send(.post, path, .bytes(Array(body.text.utf8)))
    }

    /// Sends a command of the session and waits for its value.
    private func send(
        _ method: WireRequest.Method, _ path: String, _ body: WireRequest.Body = .none
    ) async throws -> JSON {
        let type = [(name: "Content-Type", value: "application/json; charset=utf-8")]
        let request = WireRequest(method, try WebAddress(address + session + path), headers: type, body: body)
        let answer = try await wire.send(request)
        let text = String(decoding: try await answer.body.collect(upTo: 1 << 20), as: UTF8.self)
        guard answer.status == 200, let value = JSON(text: text)?["value"] else { throw Trouble(text: text) }
        return value
    }
}
