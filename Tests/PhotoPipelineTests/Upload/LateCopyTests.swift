import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What a server stores only after it has left a call without an answer.
struct LateCopyTests {
    private let scene: UploadScene
    private let silence = UploadError(.transient, "504 Gateway Timeout", lasting: .unavailable)

    init() async throws {
        scene = try await UploadScene("a.jpg")
        scene.nas.storesLate = true
    }

    /// Uploads the photo at the second attempt.
    ///
    /// - Returns: what may still come of the first.
    private func upload() async throws -> Leftover {
        scene.nas.fail(.send, with: silence)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        let left = try #require(try scene.index.leftovers().first)
        #expect(left.isAwaited)
        return left
    }

    private var discards: Int { scene.nas.words.count { $0 == "discard a.jpg" } }

    @Test func `It is looked for, removed each time that it comes, and not told of`() async throws {
        let left = try await upload()
        #expect(try await scene.upload().notes.contains { $0.contains(left.path.string) } == false)
        #expect(discards == 0)
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 0), at: left.path)
        for number in 1...2 {
            #expect(try await scene.upload().notes.contains { $0.contains(left.path.string) } == false)
            #expect(discards == number)
        }
        #expect(try scene.index.leftovers() == [left])
        #expect(try scene.index.status(unsentSidecars: [.takeout]).leftovers.isEmpty)
    }

    @Test func `After a day it is not looked for any more`() async throws {
        let left = try await upload()
        scene.clock.advance(seconds: 86_000)
        _ = try await scene.upload()
        #expect(try scene.index.leftovers() == [left])
        scene.clock.advance(seconds: 401)
        _ = try await scene.upload()
        #expect(try scene.index.leftovers().isEmpty)
        scene.nas.questions = []
        _ = try await scene.upload()
        #expect(!scene.nas.questions.joined().contains(left.path))
    }

    @Test func `While the destination cannot be asked, it is not forgotten`() async throws {
        let left = try await upload()
        scene.clock.advance(seconds: 86_401)
        scene.nas.fail(.size, of: left.path, with: UploadError(.failed, "the server said 500"))
        _ = try await scene.upload()
        #expect(try scene.index.leftovers() == [left])
    }

    @Test func `What is not proved to be it stays, and is told of`() async throws {
        let left = try await upload()
        scene.nas.place(.file([1], modified: 0), at: left.path)
        scene.nas.fail(.discard, with: UploadError(.taken, "is another's"), times: 1)
        #expect(try await scene.upload().notes.contains { $0.contains(left.path.string) })
        let told = try scene.index.status(unsentSidecars: [.takeout]).leftovers
        #expect(told.map(\.path) == [left.path])
        #expect(told.first?.isAwaited == false)
    }

    @Test func `A destination that stores nothing late is not asked for it`() async throws {
        scene.nas.storesLate = false
        scene.nas.fail(.send, with: silence)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(try scene.index.leftovers().isEmpty)
    }

    @Test func `A refusal leaves nothing to look for`() async throws {
        scene.nas.fail(.send, with: UploadError(.refused, "413 Request Entity Too Large"))
        #expect(try await scene.upload().states["a.jpg"] != "done")
        #expect(try scene.index.leftovers().isEmpty)
    }

    @Test(arguments: [UploadError(.transient, "503 Service Unavailable"), UploadError(.failed, "599")])
    func `Of any other answer it is not known whether the server has given it`(error: UploadError) async throws {
        scene.nas.fail(.send, with: error)
        _ = try await scene.upload()
        #expect(try scene.index.leftovers().map(\.isAwaited) == [true])
    }

    @Test func `The journal has the hash of a photo that was given up, which may change before it comes`() async throws
    {
        let photo = try scene.bytes("a.jpg")
        scene.nas.fail(.send, with: UploadError(.interrupted, "stopped"))
        _ = try await scene.upload()
        let ticket = try #require(try scene.index.leftovers().first?.path.lastComponent?.string)
        let copy = try #require(try scene.index.uploads(withTickets: [ticket])[ticket])
        #expect(!copy.isUnderWay)
        #expect(copy.source.sha256 == bytes(ofHexText: Checksum.sha256(of: photo).value))
    }

    /// Ends an upload at a destination that gives ids while the photo gets its name.
    private func interruptFinishing() async throws -> Leftover {
        scene.nas.givesIDs = true
        // Else equal bytes at its place would count as the copy anyway.
        scene.nas.setParts()
        scene.nas.fail(.finish, with: UploadError(.interrupted, "stopped"))
        _ = try await scene.upload()
        let left = try #require(try scene.index.leftovers().first)
        #expect(try left.isAwaited && receipts().isEmpty)
        return left
    }

    private func receipts() throws -> [FilePath] {
        let nas = try #require(try scene.index.destinations().first { $0.name == "nas" })
        let sha256 = try #require(bytes(ofHexText: Checksum.sha256(of: try scene.bytes("a.jpg")).value))
        return try scene.index.receipts(sha256: sha256, destination: nas.id).map(\.target.path)
    }

    @Test(arguments: [false, true])
    func `Under an id it gets a receipt, and is not sent again, or told of if it is not work`(
        isPersonal: Bool
    ) async throws {
        _ = try await interruptFinishing()
        if isPersonal { try scene.mark("a.jpg", .personal) }
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 0), at: UploadScene.target("a.jpg"))
        #expect(try await scene.upload().actions.isEmpty)
        #expect(try receipts() == [UploadScene.target("a.jpg")])
        #expect(try scene.index.leftovers().isEmpty)
    }

    @Test func `Under an id it is looked for until the destination has answered after a day`() async throws {
        let left = try await interruptFinishing()
        try scene.mark("a.jpg", .personal)
        _ = try await scene.upload()
        #expect(try scene.index.leftovers() == [left])
        scene.clock.advance(seconds: 86_401)
        scene.nas.fail(.look, of: UploadScene.target("a.jpg"), with: UploadError(.failed, "the server said 500"))
        _ = try await scene.upload()
        #expect(try scene.index.leftovers() == [left])
        _ = try await scene.upload()
        #expect(try scene.index.leftovers().isEmpty && receipts().isEmpty)
    }
}
