import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct PlanFileTests {
    private let tree: TemporaryTree
    private let path: FilePath
    private let header = PlanHeader(
        kind: .upload, destination: "nas", marker: DestinationMarker("0123-abc"), spec: "folder:/mnt/nas",
        made: 1_777_777_777_123_456_789)

    init() throws {
        tree = try TemporaryTree()
        path = tree.path("plan.ndjson")
    }

    private func action(_ names: [[UInt8]], sha256: [UInt8]? = nil) -> Action {
        Action(
            kind: .upload, group: 3,
            members: names.enumerated().map { place, name in
                let print = Fingerprint(
                    size: Int64(place), modified: -1_000_000_001 + Int64(place), changed: 5, inode: 6)
                return Action.Member(
                    path: FilePath(bytes: Array("/photos/".utf8) + name), role: place == 0 ? .still : .sidecar,
                    fingerprint: print, target: "Office/a", sha256: sha256)
            }, destination: DestinationName(id: 4, name: "nas"))
    }

    private func writer(_ path: FilePath) throws -> PlanWriter {
        try PlanWriter(.file(OutputFile(path, .plan)), header: header)
    }

    private func write(_ actions: [Action]) throws {
        let writer = try writer(path)
        for action in actions { try writer.add(action) }
        try writer.finish()
    }

    private func lines() throws -> [String] {
        String(decoding: try tree.read("plan.ndjson"), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `A plan that is read equals the one that was written`() throws {
        let odd = Array("b\"\\\n\u{1B}".utf8) + [0xFF]
        let actions = [
            action([Array("a.jpg".utf8), odd], sha256: Array(0..<32)), action([Array("cafe\u{301}.jpg".utf8)]),
        ]
        try write(actions)
        let plan = try PlanFile(reading: path, kind: .upload, interruption: TestInterruption())
        #expect(plan.header == header)
        #expect(plan.entries.count == 2)
        #expect(plan.entries.map(\.destination) == ["nas", "nas"])
        for (entry, action) in zip(plan.entries, actions) {
            let files = entry.action.members
            #expect(files.map { $0.path.bytes } == action.members.map { $0.path.bytes })
            #expect(files.map(\.fingerprint.size) == action.members.map(\.fingerprint.size))
            #expect(files.map(\.fingerprint.modified) == action.members.map(\.fingerprint.modified))
            #expect(files.map(\.sha256) == action.members.map(\.sha256))
            #expect(files.allSatisfy { $0.fingerprint.inode == 0 })
        }
    }

    @Test func `Every line is an object of the contract that other tools can read`() throws {
        try write([action([Array("a.jpg".utf8)])])
        let objects = try lines().map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["type"] as? String } == ["plan", "action", "summary"])
        #expect(
            objects[1].keys.sorted() == [
                "bytes", "destination", "id", "kind", "members", "state", "target", "type", "why",
            ])
        #expect(objects[1]["state"] as? String == "planned")
        #expect(objects[1]["id"] is NSNull)
        let member = try #require((objects[1]["members"] as? [[String: Any]])?.first)
        #expect(member["modifiedAt"] as? String == "1969-12-31T23:59:58.999999999Z")
        #expect(objects[2]["groups"] as? Int == 1)
    }

    @Test func `Many groups are written and read`() throws {
        let many = action((0..<40).map { Array("\($0)-\(String(repeating: "x", count: 200)).jpg".utf8) })
        try write(Array(repeating: many, count: 60))
        #expect(try PlanFile(reading: path, interruption: TestInterruption()).entries.count == 60)
    }

    @Test func `Lines that a user removed are not missed`() throws {
        try write([action([Array("a.jpg".utf8)]), action([Array("b.jpg".utf8)])])
        var lines = try lines()
        lines.remove(at: 1)
        try tree.write("plan.ndjson", Array((lines.joined(separator: "\n") + "\n").utf8))
        #expect(
            try PlanFile(reading: path, interruption: TestInterruption()).entries.map { $0.action.members[0].path } == [
                "/photos/b.jpg"
            ])
    }

    @Test(arguments: [
        (1, "\"version\":1", "\"version\":2", "version 2"),
        (1, "\"type\":\"plan\"", "\"type\":\"photo\"", "not a plan"),
        (1, "\"kind\":\"upload\"", "\"kind\":\"purge\"", "for purge, not for upload"),
        (1, "\"kind\":\"upload\"", "\"kind\":\"undo\"", "no kind"), (1, "\"0123-abc\"", "\"../\"", "marker"),
        (1, "Z\"", "\"", "a time is written"),
        (2, "{\"type\"", "\"type\"", "not JSON"), (2, "\"kind\":\"upload\"", "\"kind\":\"purge\"", "something else"),
        (2, "\"path\":\"/photos/a.jpg\"", "\"path\":\"photos/a.jpg\"", "absolute"),
        (2, "\"path\":\"/photos/a.jpg\"", "\"path\":\"/photos/a\\u0000\"", "absolute"),
        (2, "\"pathBase64\":null", "\"pathBase64\":\"!\"", "not Base64"), (2, "\"sha256\":null,", "", "missing"),
        (2, "\"sha256\":null", "\"sha256\":\"00\"", "64 hexadecimal"), (2, "\"bytes\":0", "\"bytes\":-1", "at least 0"),
        (2, "\"bytes\":0", "\"bytes\":0.5", "whole number"), (2, "\"role\":\"still\"", "\"role\":\"x\"", "role"),
        (2, "\"role\":\"still\"", "\"role\":\"still\",\"role\":\"raw\"", "twice"),
        (2, "\"type\":\"action\"", "\"type\":\"photo\"", "no lines of type"),
        (2, "\"members\":[", "\"members\":[],\"other\":[", "at least one file"),
        (3, "\"type\":\"summary\"", "\"type\":\"action\"", "\"kind\" is missing"),
    ])
    func `A file that this program did not write is refused with its line`(
        line: Int, part: String, other: String, words: String
    ) throws {
        try write([action([Array("a.jpg".utf8)])])
        var lines = try lines()
        try #require(lines[line - 1].contains(part))
        lines[line - 1].replace(part, with: other, maxReplacements: 1)
        try tree.write("plan.ndjson", Array((lines.joined(separator: "\n") + "\n").utf8))
        let error = #expect(throws: PipelineError.self) {
            try PlanFile(reading: path, kind: .upload, interruption: TestInterruption())
        }
        #expect(error?.line == line)
        #expect(error?.path == path)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [0, 1, 100, -1, -30])
    func `A truncated plan is refused`(length: Int) throws {
        try write([action([Array("a.jpg".utf8)])])
        let bytes = try tree.read("plan.ndjson")
        try tree.write("plan.ndjson", Array(bytes.prefix(length < 0 ? bytes.count + length : length)))
        #expect(throws: PipelineError.self) { try PlanFile(reading: path, interruption: TestInterruption()) }
        let whole = bytes.split(separator: 0x0A).prefix(2).joined(separator: [0x0A]) + [0x0A]
        try tree.write("plan.ndjson", Array(whole))
        let error = #expect(throws: PipelineError.self) {
            try PlanFile(reading: path, interruption: TestInterruption())
        }
        #expect(error?.message.contains("cut off") == true)
    }

    @Test func `An unfinished plan leaves nothing, and keeps the old plan`() throws {
        try write([])
        let old = try tree.read("plan.ndjson")
        do {
            let writer = try writer(path)
            try writer.add(action([Array("a.jpg".utf8)]))
        }
        #expect(try tree.read("plan.ndjson") == old)
        #expect(try tree.snapshot().keys.sorted() == ["plan.ndjson"])
    }

    @Test func `Only a regular file is replaced`() throws {
        try tree.makePipe("pipe")
        #expect(throws: PipelineError.self) { try writer(tree.path("pipe")) }
        #expect(throws: PipelineError.self) { try writer(tree.path) }
        #expect(throws: PipelineError.self) { try writer(tree.path("none/plan")) }
    }

    @Test(arguments: ["\u{FF}\u{D8}\u{FF} a photo", "{", #"{"type":"photo"}"#])
    func `A file that is not a plan is not replaced: it may be a photo named by mistake`(text: String) throws {
        try tree.write("plan.ndjson", Array(text.utf8))
        let error = #expect(throws: PipelineError.self) { try writer(path) }
        #expect(error?.message.contains("not a plan") == true)
        #expect(try tree.read("plan.ndjson") == Array(text.utf8))
        #expect(try tree.snapshot().keys.sorted() == ["plan.ndjson"])
    }

    @Test func `An empty file becomes a plan`() throws {
        try tree.write("plan.ndjson", [])
        try write([])
        #expect(try PlanFile(reading: path, interruption: TestInterruption()).entries.isEmpty)
    }

    @Test func `A link to a plan is followed`() throws {
        try write([])
        try tree.link("link", to: "plan.ndjson")
        let writer = try writer(tree.path("link"))
        try writer.add(action([Array("a.jpg".utf8)]))
        try writer.finish()
        #expect(try PlanFile(reading: path, interruption: TestInterruption()).entries.count == 1)
    }
}
