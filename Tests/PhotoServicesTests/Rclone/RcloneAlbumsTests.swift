import PhotoModel
import PhotoPipeline
import PhotoServices
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Folders of albums at real remotes.
@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneAlbumsTests {
    /// A destination with an upload, and an album of it that is yet to be made.
    private struct Scene {
        let keeping: any AlbumKeeping
        let receipt: Receipt
        let folder: CopyLocation
        let target: CopyLocation

        /// - Parameters:
        ///   - service: at a place that is a destination and has this upload.
        ///   - upload: its bytes.
        ///   - path: its path.
        /// - Throws: where the remote does not answer.
        init(_ service: any UploadService, with upload: [UInt8], at path: FilePath) async throws {
            let checksum = Checksum.sha256(of: upload)
            receipt = Receipt(
                sha256: try #require(bytes(ofHexText: checksum.value)), size: Int64(upload.count),
                target: CopyLocation(path), checksum: checksum, received: 1, checked: 1)
            keeping = try #require(service.albums)
            let located = try await keeping.locate(["Albums/Büro", "Albums/Büro/a.jpg"])
            (folder, target) = (located[0], located[1])
        }

        var content: RecordedContent { RecordedContent(receipt) }

        func copy(
            isMoving: Bool = false, unless isUnwanted: @escaping @Sendable (CopyLocation) -> Bool = { _ in false },
            announcing announce: @escaping @Sendable (CopyLocation) throws(UploadError) -> Void = { _ in }
        ) async -> Result<Void, UploadError> {
            var copy = CopyForAlbum(of: receipt, at: target)
            copy.isMoving = isMoving
            return await keeping.copy([copy], into: folder, unless: isUnwanted, announcing: announce)[0]
        }

        func takeOut(at stage: AlbumCopyStage = .proved, orChanged: Bool = false) async throws(UploadError) {
            try await keeping.takeOut(target, of: folder, having: content, at: stage, orChanged: orChanged)
        }
    }

    private static let upload = [UInt8](repeating: 7, count: 20_000)

    /// A scene in a directory of this machine.
    private func local() async throws -> (world: RcloneServiceWorld, scene: Scene) {
        let world = try RcloneServiceWorld()
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        _ = try await world.upload(Self.upload, to: "Office/a.jpg")
        let scene = try await Scene(world.service, with: Self.upload, at: "Office/a.jpg")
        try await scene.keeping.make(scene.folder, isShared: false)
        return (world, scene)
    }

    /// The temporary name of the scene's copy.
    private func part(of scene: Scene) throws -> FilePath {
        FilePath("Albums/.workphotos-\(try #require(scene.target.id)).part")
    }

    @Test(arguments: RemoteKind.installed.filter { $0 != .s3 })
    func `An upload is copied and a clean copy is sent, and both are taken out again`(_ kind: RemoteKind) async throws {
        let (library, remote) = (try TemporaryTree(), try TestRemote(kind))
        defer { withExtendedLifetime(remote) {} }
        let service = try await remote.service(with: Self.upload, at: "Office/a.jpg")
        let scene = try await Scene(service, with: Self.upload, at: "Office/a.jpg")
        let clean = [UInt8](repeating: 8, count: 9_000)
        try library.write("clean.jpg", clean)
        let source = try UploadSource(library.path("clean.jpg"), interruption: TestInterruption())
        let sha256 = try #require(bytes(ofHexText: Checksum.sha256(of: clean).value))
        let sent = try await scene.keeping.locate(["Albums/Büro/b [1].jpg"])[0]
        let copies = [
            CopyForAlbum(of: scene.receipt, at: scene.target),
            CopyForAlbum(sending: source, sha256: sha256, to: sent),
        ]
        for _ in 0..<2 {
            try await scene.keeping.make(scene.folder, isShared: false)
            let made = await scene.keeping.copy(
                copies, into: scene.folder, unless: { _ in false }, announcing: { _ in })
            for copy in made { try copy.get() }
        }
        let targets = [scene.target, sent]
        for (look, copy) in zip(await scene.keeping.inspect(targets, in: scene.folder), copies) {
            guard case .good = CopyPolicy.compare(try look.get(), with: copy.content) else {
                Issue.record("\(copy.target) is \(look)")
                continue
            }
        }
        #expect(try await scene.keeping.others(in: scene.folder, besides: targets).isEmpty)
        #expect(try await scene.keeping.others(in: scene.folder, besides: [scene.target]) == ["b [1].jpg"])
        #expect(try await scene.keeping.remove(scene.folder)?.count == 2)
        for copy in copies {
            for _ in 0..<2 {
                try await scene.keeping.takeOut(
                    copy.target, of: scene.folder, having: copy.content, at: .proved, orChanged: true)
            }
        }
        #expect(try await scene.keeping.remove(scene.folder) == [])
        #expect(try await scene.keeping.remove(scene.folder) == nil)
        #expect(try await service.inspect(scene.receipt.target) != nil, "the upload stays")
    }

    @Test(.needs(.s3)) func `A remote whose links lead to files alone keeps no albums`() async throws {
        let remote = try TestRemote(.s3)
        defer { withExtendedLifetime(remote) {} }
        let service = try await remote.service(with: Self.upload, at: "Office/a.jpg")
        _ = try await service.marker()
        #expect(service.albums == nil)
    }

    @Test func `What has the name of an album or a copy already is not taken for it`() async throws {
        let (world, _) = try await local()
        try world.place([1], at: "Albums/Büro/a.jpg")
        let keeping = try #require(world.another().albums)
        for name in ["Albums/Büro", "Albums/büro", "Albums/Büro/a.jpg"] as [FilePath] {
            await expectError(.taken) { () throws(UploadError) in try await keeping.locate([name]) }
        }
    }

    @Test func `A copy replaces no other file, and what is objected to gets no name`() async throws {
        let (world, scene) = try await local()
        await expectError(.objected) { () throws(UploadError) in try await scene.copy { _ in true }.get() }
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == nil)
        let asked = Mutex(0)
        await expectError(.objected) { () throws(UploadError) in
            try await scene.copy { _ in
                asked.withLock {
                    $0 += 1
                    return $0 == 2
                }
            }.get()
        }
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == nil && world.leftovers() == 0)
        try world.place([1], at: "Albums/Büro/a.jpg")
        await expectError(.taken) { () throws(UploadError) in try await scene.copy().get() }
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == [1] && world.leftovers() == 0)
    }

    @Test func `What a killed run has begun is finished, and what is another's stays`() async throws {
        let (world, scene) = try await local()
        try world.place(Array(Self.upload.dropLast(5)), at: try part(of: scene))
        try await scene.copy().get()
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == Self.upload && world.leftovers() == 0)
        try await scene.takeOut()
        try world.place([1, 2], at: try part(of: scene))
        await expectError(.taken) { () throws(UploadError) in try await scene.copy().get() }
        await expectError(.corrupted) { () throws(UploadError) in try await scene.takeOut() }
        #expect(try world.bytes(at: try part(of: scene)) == [1, 2])
        try world.place(Self.upload, at: try part(of: scene))
        try await scene.takeOut()
        #expect(try world.leftovers() == 0)
    }

    @Test func `Another's equal file is not taken for a copy that a killed run has not named`() async throws {
        let (world, scene) = try await local()
        for stage in [AlbumCopyStage.begun, .moving] {
            try world.place(Self.upload, at: try part(of: scene))
            try world.place(Self.upload, at: "Albums/Büro/a.jpg")
            await expectError(.taken) { () throws(UploadError) in
                try await scene.copy(isMoving: stage == .moving).get()
            }
            try await scene.takeOut(at: stage)
            #expect(try world.bytes(at: "Albums/Büro/a.jpg") == Self.upload && world.leftovers() == 0)
        }
        await expectError(.taken) { () throws(UploadError) in try await scene.copy().get() }
        try await scene.copy(isMoving: true).get()
        try await scene.takeOut(at: .moving)
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == nil)
    }

    @Test func `A copy gets its name only when that is announced, and nothing has it`() async throws {
        let (world, scene) = try await local()
        let full = UploadError(.failed, "the disk is full")
        await expectError(.failed) { () throws(UploadError) in
            try await scene.copy(announcing: { _ throws(UploadError) in throw full }).get()
        }
        let part = try part(of: scene)
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == nil && world.bytes(at: part) == Self.upload)
        let asked = Mutex(0)
        let announced = Mutex<[CopyLocation]>([])
        await expectError(.taken) { () throws(UploadError) in
            try await scene.copy { _ in
                // It is asked before and after the copy is sent.
                let isSent = asked.withLock {
                    $0 += 1
                    return $0 == 2
                }
                if isSent { try? world.place([1], at: "Albums/Büro/a.jpg") }
                return false
            } announcing: { copy in
                announced.withLock { $0.append(copy) }
            }.get()
        }
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == [1] && announced.withLock(\.isEmpty))
        try world.tree.remove("nas/Albums/Büro/a.jpg")
        try await scene.copy(announcing: { copy in announced.withLock { $0.append(copy) } }).get()
        #expect(announced.withLock(\.self) == [scene.target])
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == Self.upload && world.leftovers() == 0)
    }

    @Test func `A copy that was changed is told and stays, and so does its folder`() async throws {
        let (world, scene) = try await local()
        try await scene.copy().get()
        try world.place([9], at: "Albums/Büro/a.jpg")
        for orChanged in [false, true] {
            await expectError(.corrupted) { () throws(UploadError) in try await scene.takeOut(orChanged: orChanged) }
        }
        #expect(try await scene.keeping.remove(scene.folder) == ["a.jpg"])
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == [9])
    }

    @Test func `An upload that was changed or removed is not copied`() async throws {
        let (world, scene) = try await local()
        try world.place([9], at: "Office/a.jpg")
        await expectError(.corrupted) { () throws(UploadError) in try await scene.copy().get() }
        #expect(try world.bytes(at: "Albums/Büro/a.jpg") == nil && world.leftovers() == 0)
        try world.tree.remove("nas/Office/a.jpg")
        await expectError(.missing) { () throws(UploadError) in try await scene.copy().get() }
    }

    @Test func `The folder of an album that is shared is not made again`() async throws {
        let (world, scene) = try await local()
        #expect(try await scene.keeping.remove(scene.folder) == [])
        await expectError(.missing) { () throws(UploadError) in
            try await scene.keeping.make(scene.folder, isShared: true)
        }
        #expect(!world.tree.exists("nas/Albums/Büro"))
    }

    @Test func `An album whose name the remote writes in another normal form is there`() async throws {
        let (world, scene) = try await local()
        try world.tree.rename("nas/Albums/Büro", to: "nas/Albums/Bu\u{308}ro")
        try await scene.keeping.make(scene.folder, isShared: true)
        #expect(world.tree.exists("nas/Albums/Büro"))
    }

    @Test(arguments: ["Office/a.jpg", "Albums/Büro/../../Office/a.jpg", "Albums/Other/a.jpg", "Albums/a.jpg"])
    func `Nothing outside of an album's folder is taken out of it`(_ path: String) async throws {
        let (world, scene) = try await local()
        let upload = CopyLocation(FilePath(path), id: scene.target.id)
        await expectError(.failed) { () throws(UploadError) in
            try await scene.keeping.takeOut(
                upload, of: scene.folder, having: scene.content, at: .proved, orChanged: true)
        }
        await expectError(.failed) { () throws(UploadError) in
            try await scene.keeping.takeOut(
                CopyLocation("Office/a.jpg", id: scene.target.id), of: CopyLocation("Office", id: scene.folder.id),
                having: scene.content, at: .proved, orChanged: true)
        }
        #expect(try world.bytes(at: "Office/a.jpg") == Self.upload)
    }
}
