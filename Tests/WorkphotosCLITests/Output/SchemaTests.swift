import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The schemas of JSON lines describe what the program prints. Each JSON line in any test is also compared with its
/// schema.
struct SchemaTests {
    /// The words of the member's closed list, without null.
    private func words(_ type: String, _ member: String, in list: String? = nil) throws -> [String] {
        var schema = try JSONSerialization.jsonObject(with: Data(try Contract.bytes(of: type))) as? [String: Any]
        for name in [list, member].compactMap(\.self) {
            let properties = try #require(schema?["properties"] as? [String: Any], "\(type).\(name)")
            schema = properties[name] as? [String: Any]
            schema = schema?["items"] as? [String: Any] ?? schema
        }
        return try #require(schema?["enum"] as? [Any], "\(type).\(member)").compactMap { $0 as? String }
    }

    private func cases<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
        Word.allCases.map(\.rawValue).sorted()
    }

    @Test func `The closed lists of a photo are the program's`() throws {
        let formats = PhotoFormat.allCases.map(\.rawValue) + SidecarFormat.allCases.map(\.rawValue)
        #expect(try words("photo", "format").sorted() == formats.sorted())
        #expect(try words("photo", "positionSource").sorted() == cases(PositionSource.self))
        #expect(try words("photo", "positionProblem").sorted() == cases(PositionProblem.self))
        let offsetSources = cases(UTCOffsetSource.self) + [CaptureTime.unreadableOffset]
        #expect(try words("photo", "utcOffsetSource").sorted() == offsetSources.sorted())
        #expect(try words("photo", "takenAtSource").sorted() == cases(CaptureTimeSource.self))
        #expect(try words("photo", "role", in: "members").sorted() == cases(Photo.Member.Role.self))
        #expect(try words("photo", "verdict").sorted() == cases(Verdict.self))
        #expect(try words("photo", "reason").sorted() == cases(Reason.self))
        #expect(try words("photo", "marked").sorted() == cases(Mark.self))
        #expect(try words("photo", "standing").sorted() == cases(Why.ScanState.self))
        #expect(try words("photo", "kept").sorted() == ManualWordTests.kept.sorted())
        #expect(try words("photo", "outcome", in: "steps").sorted() == cases(VerdictExplanation.Step.Outcome.self))
    }

    @Test func `The closed lists of acts, problems and checks are the program's`() throws {
        #expect(try words("action", "kind").sorted() == cases(Action.Kind.self))
        #expect(try words("action", "state").sorted() == cases(Action.State.self))
        #expect(try words("action", "why").sorted() == cases(Action.Reason.self))
        #expect(try words("share", "state").sorted() == cases(ShareResult.State.self))
        #expect(try words("album", "state").sorted() == cases(AlbumReport.State.self))
        #expect(try words("share", "role").sorted() == cases(ShareRole.self))
        #expect(try words("share", "why").sorted() == cases(Action.Reason.self))
        #expect(try words("export", "state") == ExportResult.State.allCases.map(\.rawValue))
        #expect(try words("export", "removed") == Carrier.allCases.map(\.rawValue))
        #expect(try words("problem", "what").sorted() == cases(Finding.Kind.self))
        #expect(try words("acceptance", "what").sorted() == cases(Finding.Kind.self))
        #expect(try words("check", "name").sorted() == cases(CheckLine.Name.self))
        #expect(try words("check", "state").sorted() == cases(CheckLine.State.self))
        #expect(try words("receipt", "state").sorted() == cases(ReceiptCheck.State.self))
        #expect(try words("receipt", "checksumKind").sorted() == cases(Checksum.Kind.self))
        #expect(try words("run", "state").sorted() == cases(RunRecord.State.self))
        #expect(try words("fence", "kind").sorted() == cases(Fence.Kind.self))
    }

    /// Each closed list of texts in a schema, or below an element of one.
    private func lists(in node: Any) -> [[String]] {
        if let elements = node as? [Any] { return elements.flatMap(lists) }
        guard let members = node as? [String: Any] else { return [] }
        let own = (members["enum"] as? [Any]).map { [$0.compactMap { $0 as? String }] } ?? []
        return own + members.values.flatMap(lists)
    }

    @Test func `Copies of a list have the same words`() throws {
        let all = try Contract.types.flatMap { type in
            lists(in: try JSONSerialization.jsonObject(with: Data(try Contract.bytes(of: type))))
        }
        let words = [
            cases(Verdict.self), cases(Reason.self), cases(Action.Reason.self), cases(Finding.Kind.self),
            cases(Fence.Kind.self), cases(Photo.Member.Role.self),
        ]
        for (known, word) in zip(words, ["unsure", "no-fences", "quota", "too-large", "never", "clip"]) {
            let copies = all.filter { $0.contains(word) }
            #expect(copies.count > 1, "\(word)")
            for copy in copies { #expect(copy.sorted() == known) }
        }
    }

    @Test func `The columns of CSV have the names of a photo's members`() async throws {
        let world = try await Removable("a.jpg").world
        let header = await world.list(["--format", "csv"]).output.split(separator: "\n").first ?? ""
        let schema = try JSONSerialization.jsonObject(with: Data(try Contract.bytes(of: "photo"))) as? [String: Any]
        let members = try #require(schema?["properties"] as? [String: Any])
        #expect(!header.isEmpty)
        for name in header.split(separator: ",") { #expect(members[String(name)] != nil, "\(name)") }
    }

    @Test func `A plan matches the schemas`() async throws {
        let world = try await Removable("a.jpg").world
        let plan = world.tree.path("purge.plan")
        #expect(await world.run("purge", "--plan", plan.string).exit == 0)
        let written = try world.tree.read("purge.plan")
        #expect(written.count { $0 == 0x0A } == 3)
        #expect(Contract.breaches(in: written) == [])
    }

    @Test(arguments: [
        (#"{"type":"fault","message":"a"}"#, nil),
        (#"{"type":"fault"}"#, "fault: the line.message is missing"),
        (#"{"type":"fault","message":null}"#, "fault: the line.message is null"),
        (#"{"type":"fault","message":"a","more":1}"#, "fault: the line.more does not belong there"),
        (#"{"type":"fault","message":"a","message":"b"}"#, "fault: the line has a member twice"),
        (#"{"type":"nothing"}"#, "there is no schema of nothing"),
        (
            #"{"type":"log","level":"loud","message":"","next":null}"#,
            #"log: the line.level is "loud", which is not in the list"#
        ),
        (#"{"type":"change","from":null,"to":"work","photos":-1}"#, "change: the line.photos is -1 and is too small"),
        (#"{"type":"change","from":null,"to":"work","photos":0.5}"#, "change: the line.photos is a number"),
        (
            #"{"type":"summary","command":"runs","runs":1,"actions":null,"trash":[1]}"#,
            "summary: the line.trash[0] is a number"
        ),
        (#"{"type":"Feature","anything":1}"#, nil), (#"{"type":"fault""#, nil),
    ])
    func `A line that violates its schema is found`(_ line: String, _ breach: String?) {
        // The last line is cut.
        let end = line.hasSuffix("}") ? "\n" : ""
        #expect(Contract.breaches(in: Array((line + end).utf8)) == [breach].compactMap(\.self))
    }
}
