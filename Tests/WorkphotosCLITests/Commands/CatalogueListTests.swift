import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The list of receipts at a destination with a catalogue of its copies, as Google Drive has one.
struct CatalogueListTests {
    private let removable: Removable
    private var world: World { removable.world }
    private var nas: FakeUploadService { removable.service }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg") }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private var stored: [String] { nas.entries.keys.compactMap(\.lastComponent?.string).sorted() }

    private var list: String {
        get async throws { String(decoding: try await nas.lines(of: "", from: 0), as: UTF8.self) }
    }

    @Test func `A copy with an MD5 only counts for a rebuilt index once it was read back`() async throws {
        func target(_ name: String) throws -> FilePath {
            try #require(nas.entries.keys.first { $0.lastComponent?.string == name })
        }
        let (a, b) = try (world.tree.read("photos/a.jpg"), world.tree.read("photos/b.jpg"))
        nas.evidence[try target("a.jpg")] = .computedNow(.md5(of: a))
        nas.evidence[try target("b.jpg")] = .computedNow(.md5(of: b))
        nas.listings = [
            CataloguePage(copies: [
                CataloguePage.Copy(at: try target("a.jpg"), sent: a) { .md5(of: $0) },
                // Other bytes of that size, with a note of those that were sent.
                CataloguePage.Copy(at: try target("b.jpg"), sent: b.map { ~$0 }, now: b) { .md5(of: $0) },
            ])
        ]
        world.removeIndex()
        let outcome = await world.run("index", "rebuild", "--from", world.nas)
        #expect(outcome.exit == 3 && outcome.output.contains(" has 1 receipt; 1 added"), "\(outcome)")
        #expect(outcome.notes.contains("1 copy there skipped") && !outcome.notes.contains("invalid line"))
        #expect(await world.run("scan", world.library).exit == 0)
        let uploaded = await world.run("list", "--uploaded", "--format", "paths").output
        #expect(uploaded.contains("a.jpg") && !uploaded.contains("b.jpg"))
    }

    @Test func `It says only what has ended, and that holds until a mark`() async throws {
        let before = try await list
        nas.listings = [CataloguePage(copies: [])]
        try removable.add("c.jpg")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(try await list == before)
        #expect(await world.run("retract", path("c.jpg"), "--yes").exit == 0)
        #expect(try await list.contains("endedAt"))
        world.removeIndex()
        let summary = try #require(try await world.objects("index", "rebuild", "--from", world.nas).last)
        #expect(summary[number: "ended"] == 1)
        #expect(await world.run("scan", world.library).exit == 0)
        let upload = await world.run("upload", "--to", world.nas)
        #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(!stored.contains("c.jpg"))
        #expect(await world.run("mark", "work", path("c.jpg")).exit == 0)
        world.clock.advance(seconds: 10)
        #expect(await world.run("upload", "--to", world.nas).exit == 0)
        #expect(stored.contains("c.jpg"))
    }
}
