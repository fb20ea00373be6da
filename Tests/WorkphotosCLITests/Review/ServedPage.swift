import Foundation
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

/// The page of `review` as a browser has it, and what it asks.
struct ServedPage {
    let client: PageClient
    /// The file that led the browser to it.
    let file: FilePath
    /// The console of the command.
    let console: RecordingConsole

    /// Types `review`, opens its page and runs a body with it; the page is done then, if the body has not ended it.
    ///
    /// - Returns: the outcome of the command.
    @discardableResult
    static func open(
        in world: World, _ arguments: [String] = [], _ body: (ServedPage) async throws -> Void
    ) async throws -> Outcome {
        if !world.tree.exists("run") { try world.tree.makeDirectory("run") }
        world.variables["XDG_RUNTIME_DIR"] = world.tree.path("run").string
        let (addresses, browser) = AsyncStream.makeStream(of: String.self)
        world.openPage = { address in
            browser.yield(address)
            return true
        }
        let console = RecordingConsole()
        let environment = world.environment(console)
        async let code = Self.run(["review"] + arguments, console) {
            environment
        } then: {
            browser.finish()
        }
        var opened = addresses.makeAsyncIterator()
        if let address = await opened.next() {
            let path = try #require(address.dropFirst("file://".count).removingPercentEncoding)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let start = try #require(text.firstMatch(of: /url=([^"]+)"/)).1
            let page = ServedPage(
                client: try await PageClient(opening: String(start)), file: FilePath(path), console: console)
            try await body(page)
            _ = try? await page.client.post("/done", "{}")
        }
        return Outcome(
            exit: await code, output: String(decoding: console.output, as: UTF8.self), notes: console.notes)
    }

    /// Types `review` with more arguments, waits until it has printed an address, and runs a body with all that it has
    /// printed; the page is done then.
    ///
    /// - Returns: the exit code.
    static func printed(
        in world: World, _ arguments: [String], _ body: (String, PageClient) async throws -> Void
    ) async throws -> Int32 {
        let console = RecordingConsole()
        let environment = world.environment(console)
        let end = CommandEnd()
        async let code = Self.run(["review"] + arguments, console) {
            environment
        } then: {
            end.come()
        }
        var output = ""
        while !output.contains("token="), !end.hasCome {
            await Task.yield()
            output = String(decoding: console.output, as: UTF8.self)
        }
        let address = try #require(output.firstMatch(of: /http:[^"\n]+/), "\(console.notes)").output
        let client = try await PageClient(opening: String(address))
        try await body(output, client)
        _ = try? await client.post("/done", "{}")
        return await code
    }

    private static func run(
        _ arguments: [String], _ console: RecordingConsole,
        _ environment: @Sendable () -> PhotoPipeline.Environment, then: @Sendable () -> Void
    ) async -> Int32 {
        defer { then() }
        return await Workphotos.run(arguments, console: console, environment: environment)
    }
}

private final class CommandEnd: Sendable {
    private let isOver = Mutex(false)

    var hasCome: Bool { isOver.withLock(\.self) }

    func come() { isOver.withLock { $0 = true } }
}

// What it asks.
extension ServedPage {
    /// The photos as they are loaded.
    func photos() async throws -> LoadedPhotos {
        let answer = try await client.get("/photos")
        #expect(answer.status == 200)
        return try LoadedPhotos(answer.body)
    }

    /// What is different since a moment.
    func changes(since moment: Int) async throws -> JSONObject {
        let answer = try await client.get("/changes?since=\(moment)")
        try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        return try JSONObject(Data(answer.body))
    }

    /// Decides on photos by their names.
    func decide(
        _ decision: String, _ photos: LoadedPhotos, _ names: String..., confirmed: Bool = false
    ) async throws -> JSONObject {
        try await decide(decision, photos, rows: try names.map { try photos.row($0) }, confirmed: confirmed)
    }

    /// Decides on photos by their rows.
    func decide(
        _ decision: String, _ photos: LoadedPhotos, rows: [Int], confirmed: Bool = false
    ) async throws -> JSONObject {
        let stamp = photos.stamp(of: rows)
        return try await change(
            "/decide", Self.decision(decision, rows, count: rows.count, stamp: stamp, confirmed: confirmed))
    }

    /// The body of a decision.
    static func decision(_ decision: String, _ rows: [Int], count: Int, stamp: UInt32, confirmed: Bool) -> String {
        let ranges = rows.sorted().map { "[\($0),\($0)]" }.joined(separator: ",")
        return """
            {"decision":"\(decision)","rows":[\(ranges)],"count":\(count),"stamp":\(stamp),"confirmed":\(confirmed)}
            """
    }

    /// Asks for a change that is done, or asked about.
    func change(_ target: String, _ json: String) async throws -> JSONObject {
        let answer = try await ask(target, json)
        let refusal = answer[object: "refusal"]
        try #require(refusal == nil, "\(target): \(refusal?["message"] ?? "")")
        return answer
    }

    /// Asks for a change.
    ///
    /// - Returns: why it is refused: `changed` or `refused`; nil if it is done, or asked about.
    func refusal(of target: String, _ json: String) async throws -> String? {
        try await ask(target, json)[object: "refusal"]?["kind"]
    }

    private func ask(_ target: String, _ json: String) async throws -> JSONObject {
        let answer = try await client.post(target, json)
        try #require(answer.status == 200, "\(target): \(String(decoding: answer.body, as: UTF8.self))")
        return try JSONObject(Data(answer.body))
    }
}

/// The blocks that the page loads.
struct LoadedPhotos {
    let blocks: [String: [UInt8]]
    /// What is true of the whole page.
    let about: JSONObject

    init(_ bytes: [UInt8]) throws {
        var (blocks, rest): ([String: [UInt8]], ArraySlice<UInt8>) = ([:], bytes[...])
        while let end = rest.firstIndex(of: 0x0A) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            try #require(words.count == 2)
            let count = try #require(Int(words[1]))
            rest = rest[(end + 1)...]
            try #require(rest.count >= count)
            blocks[String(words[0])] = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        self.blocks = blocks
        about = try JSONObject(Data(try #require(blocks["about"])))
    }

    /// The names of all rows.
    var names: [String] {
        String(decoding: blocks["names"] ?? [], as: UTF8.self).split(separator: "\n").map { String($0) }
    }

    /// The moment as of which the photos are.
    var moment: Int { about[number: "moment"].map { Int($0) } ?? -1 }

    func row(_ name: String) throws -> Int { try #require(names.firstIndex(of: name), "there is no \(name)") }

    /// The hash of the stamps of rows: FNV-1a of 32 bits over their bytes.
    func stamp(of rows: [Int]) -> UInt32 {
        let stamps: [UInt8] = blocks["stamp"] ?? []
        var hash: UInt32 = 0x811C_9DC5
        for row in rows.sorted() {
            for byte in stamps[(4 * row)..<(4 * row + 4)] { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        }
        return hash
    }
}

extension JSONObject {
    /// A member that is an object.
    subscript(object key: String) -> JSONObject? {
        (members[key] as? [String: Any]).map { JSONObject(members: $0) }
    }

    /// A member that is an array of objects.
    subscript(objects key: String) -> [JSONObject] {
        (members[key] as? [[String: Any]] ?? []).map { JSONObject(members: $0) }
    }

    /// A member that is an array of texts.
    subscript(texts key: String) -> [String] { members[key] as? [String] ?? [] }

    /// A member that is an array of whole numbers.
    subscript(numbers key: String) -> [Int] { members[key] as? [Int] ?? [] }

    /// A member that is true or false.
    subscript(bool key: String) -> Bool? { members[key] as? Bool }

    /// The rows of changes.
    var rows: [Int] {
        let numbers: [Double] = self[objects: "rows"].compactMap { $0[number: "row"] }
        return numbers.map { Int($0) }
    }
}
