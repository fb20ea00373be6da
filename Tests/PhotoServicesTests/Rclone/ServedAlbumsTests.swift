import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Albums at servers that do not answer, or not what is true.
@Suite(.enabled(if: RcloneWorld.isInstalled && RefusingServer.isPossible, Comment(rawValue: RcloneWorld.reason)))
struct ServedAlbumsTests {
    /// An album that is to get a copy of a file of three bytes.
    private struct ServedAlbum {
        let keeping: any AlbumKeeping
        let folder: CopyLocation
        var copy: CopyForAlbum

        init(by service: RcloneService, of source: UploadSource) async throws {
            keeping = try #require(service.albums)
            let located = try await keeping.locate(["Albums/Site", "Albums/Site/a.jpg"])
            folder = located[0]
            copy = CopyForAlbum(
                sending: source, sha256: try #require(bytes(ofHexText: Checksum.sha256(of: [1, 2, 3]).value)),
                to: located[1])
            try await keeping.make(folder, isShared: false)
        }

        /// The same, of another process.
        init(_ other: ServedAlbum, by service: RcloneService) throws {
            (keeping, folder, copy) = (try #require(service.albums), other.folder, other.copy)
            copy.isMoving = true
        }

        func make() async -> Result<Void, UploadError> {
            await keeping.copy([copy], into: folder, unless: { _ in false }, announcing: { _ in })[0]
        }

        func takeOut(at stage: AlbumCopyStage) async throws(UploadError) {
            try await keeping.takeOut(copy.target, of: folder, having: copy.content, at: stage, orChanged: true)
        }

        /// The size of the copy; nil where it is not there.
        func size() async throws -> Int64? { try await keeping.inspect([copy.target], in: folder)[0].get()?.size }

        /// Where its bytes are until it has its name.
        var part: CopyLocation { CopyLocation(keeping.latePlaces(of: copy.target)[0]) }
    }

    @Test func `A copy of which a server does not tell that it is gone is not taken for removed`() async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "PROPFIND /Albums/.workphotos-", with: 404, home: tree.path("").string)
        let service = try await RcloneServersTests.service(at: server, in: tree, flags: ["--low-level-retries=1"])
        let album = try await ServedAlbum(by: service, of: try RcloneServersTests.source(in: tree))
        expectFailure(await album.make(), .missing)
        await expectError(.transient) { () throws(UploadError) in try await album.takeOut(at: .begun) }
        withExtendedLifetime((server, tree)) {}
    }

    @Test func `An album's copy that gets its name without an answer is found, and the other file goes`() async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 504, doing: .copy, home: tree.path("").string)
        let service = try await RcloneServersTests.service(at: server, in: tree)
        let album = try await ServedAlbum(by: service, of: try RcloneServersTests.source(in: tree))
        expectFailure(await album.make(), .transient)
        #expect(try await service.identify(album.part) == .unknown)
        try await album.make().get()
        #expect(server.refusals == 1)
        #expect(try await service.identify(album.part) == .missing)
        #expect(try await album.size() == 3)
        withExtendedLifetime(tree) {}
    }

    @Test(arguments: [false, true])
    func `An album's copy that a server may still make is not taken for another's`(isComplete: Bool) async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 504, doing: isComplete ? .copy : .copyBeginning,
            home: tree.path("").string)
        let service = try await RcloneServersTests.service(at: server, in: tree)
        let album = try await ServedAlbum(by: service, of: try RcloneServersTests.source(in: tree))
        expectFailure(await album.make(), .transient)
        let other = try await RcloneServersTests.service(at: server, in: tree)
        let next = try ServedAlbum(album, by: other)
        if isComplete {
            try await next.takeOut(at: .moving)
        } else {
            expectFailure(await next.make(), .transient)
            await expectError(.transient) { () throws(UploadError) in try await next.takeOut(at: .moving) }
        }
        #expect(try await other.identify(next.part) == (isComplete ? .missing : .unknown))
        #expect(try await next.size() == (isComplete ? nil : 1))
        withExtendedLifetime((server, tree)) {}
    }

    @Test func `An album's copy that gets its name while it is taken out is taken out`() async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(
            .webdav, refusing: "MOVE", with: 504, doing: .moveLater, home: tree.path("").string)
        let service = try await RcloneServersTests.service(at: server, in: tree)
        let album = try await ServedAlbum(by: service, of: try RcloneServersTests.source(in: tree))
        expectFailure(await album.make(), .transient)
        let other = try await RcloneServersTests.service(at: server, in: tree)
        let next = try ServedAlbum(album, by: other)
        try await next.takeOut(at: .moving)
        #expect(try await other.identify(next.part) == .missing)
        #expect(try await next.size() == nil)
        withExtendedLifetime((server, tree)) {}
    }

    @Test func `What comes late of an album's copy is removed if it is the copy`() async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(.webdav, refusing: "nothing", with: 500, home: tree.path("").string)
        let service = try await RcloneServersTests.service(at: server, in: tree)
        let album = try await ServedAlbum(by: service, of: try RcloneServersTests.source(in: tree))
        let content = album.copy.content
        let other = RecordedContent(size: 3, sha256: [UInt8](repeating: 0, count: 32))
        let places = album.keeping.latePlaces(of: album.copy.target)
        #expect(places == [album.part.path, album.copy.target.path])
        try await album.make().get()
        for place in places {
            if place == album.part.path {
                // As long as it cannot be announced, it has its temporary name.
                try await album.takeOut(at: .proved)
                let full = UploadError(.failed, "the disk is full")
                _ = await album.keeping.copy(
                    [album.copy], into: album.folder, unless: { _ in false },
                    announcing: { _ throws(UploadError) in throw full })
            } else {
                try await album.make().get()
            }
            let next = try await RcloneServersTests.service(at: server, in: tree)
            let keeping = try #require(next.albums)
            #expect(try await next.sizes(at: [CopyLocation(place)])[0].get() == 3)
            await expectError(.corrupted) { () throws(UploadError) in
                try await keeping.discard(place, having: other)
            }
            #expect(try await next.identify(CopyLocation(place)) == .unknown)
            for _ in 0..<2 { try await keeping.discard(place, having: content) }
            #expect(try await next.identify(CopyLocation(place)) == .missing)
            #expect(try await next.sizes(at: [CopyLocation(place)])[0].get() == nil, "it is listed no more")
        }
        await expectError(.failed) { () throws(UploadError) in
            try await album.keeping.discard("x/a.jpg", having: content)
        }
        withExtendedLifetime((server, tree)) {}
    }

    /// What the server makes itself is asked for by another request than what is sent.
    @Test(arguments: ["PUT /Albums/.workphotos-", "COPY"])
    func `An album's copy is asked for once, so that each attempt without an answer is known`(
        _ request: String
    ) async throws {
        let tree = try TemporaryTree()
        let server = try RefusingServer(.webdav, refusing: request, with: 504, home: tree.path("").string)
        let service = try await RcloneServersTests.service(at: server, in: tree)
        let source = try RcloneServersTests.source(in: tree)
        var album = try await ServedAlbum(by: service, of: source)
        if request == "COPY" {
            let upload = try await service.prepare(PlannedCopy(target: "x/a.jpg", size: 3, modified: 0))
            _ = try await service.finish([try await service.send(source, as: upload)])[0].get()
            let checksum = Checksum.sha256(of: [1, 2, 3])
            let receipt = Receipt(
                sha256: try #require(bytes(ofHexText: checksum.value)), size: 3, target: upload.target,
                checksum: checksum, received: 1, checked: 1)
            album.copy = CopyForAlbum(of: receipt, at: album.copy.target)
        }
        let error = await #expect(throws: UploadError.self) { try await album.make().get() }
        #expect(error?.kind == .transient && error?.lasting == .unavailable)
        #expect(server.refusals == 1)
        withExtendedLifetime(tree) {}
    }
}
