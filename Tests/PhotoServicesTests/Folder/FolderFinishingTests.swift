import PhotoModel
import PhotoPipeline
import PhotoServices
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FolderFinishingTests {
    private func world(
        _ methods: FolderMethods = FolderMethods(), inMemory: Bool = false
    ) async throws -> FolderWorld {
        let world = try FolderWorld(methods, inMemory: inMemory)
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        return world
    }

    /// The temporary file's path in the tree.
    private func part(of sent: SentUpload) -> FilePath {
        FilePath("nas").pushing(sent.upload.target.path.removingLastComponent()).appending(sent.upload.ticket)
    }

    @Test(arguments: [FolderMethods.Naming.rename, .link, .copy])
    func `Files are announced before they get their names, all at once, and get none if that fails`(
        naming: FolderMethods.Naming
    ) async throws {
        let world = try await world(FolderMethods(naming: [naming]))
        try world.place([9], at: "a/z.jpg")
        let sent = [
            try await world.send([1], to: "a/x.jpg"), try await world.send([2], to: "a/y.jpg"),
            try await world.send([3], to: "a/z.jpg"),
        ]
        let announced = Mutex<[[FilePath]]>([])
        let answers = await world.service.finish(sent, unless: { _ in false }) { files throws(UploadError) in
            announced.withLock { $0.append(files.map(\.upload.target.path)) }
            throw UploadError(.failed, "the journal is full")
        }
        #expect(announced.withLock(\.self) == [["a/x.jpg", "a/y.jpg"]])
        for (answer, kind) in zip(answers, [UploadError.Kind.failed, .failed, .taken]) { expectFailure(answer, kind) }
        #expect(!world.tree.exists("nas/a/x.jpg") && !world.tree.exists("nas/a/y.jpg"))
        for one in sent { try await world.service.discard(one.upload, source: nil) }
        #expect(try world.leftovers() == 0)
    }

    @Test(arguments: [FolderMethods.Naming.rename, .link, .copy])
    func `What another writes into the temporary file gets no name, and stays`(
        naming: FolderMethods.Naming
    ) async throws {
        let world = try await world(FolderMethods(naming: [naming]))
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        try world.tree.write(part(of: sent), [1, 2, 4])
        expectFailure(await world.service.finish([sent])[0], .taken)
        await expectError(.taken) { () throws(UploadError) in
            try await world.service.discard(sent.upload, source: nil)
        }
        #expect(!world.tree.exists("nas/a/x.jpg"))
        #expect(try world.tree.read(part(of: sent)) == [1, 2, 4])
    }

    @Test(arguments: [FolderMethods.Naming.rename, .link, .copy])
    func `Bytes that change after the last look at them are found when they are read back`(
        naming: FolderMethods.Naming
    ) async throws {
        let world = try await world(FolderMethods(naming: [naming]))
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        let (tree, part) = (world.tree, part(of: sent))
        let answers = await world.service.finish([sent], unless: { _ in false }) { _ throws(UploadError) in
            try? tree.write(part, [1, 2, 4])
        }
        expectFailure(answers[0], .corrupted)
        #expect(!world.tree.exists("nas/a/x.jpg"))
    }

    @Test(arguments: [FolderMethods.Naming.rename, .link, .copy])
    func `Another's file that comes after the last look keeps its name and its bytes`(
        naming: FolderMethods.Naming
    ) async throws {
        let world = try await world(FolderMethods(naming: [naming]))
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        let tree = world.tree
        let answers = await world.service.finish([sent], unless: { _ in false }) { _ throws(UploadError) in
            try? tree.write("nas/a/x.jpg", [9])
        }
        expectFailure(answers[0], .taken)
        #expect(try world.tree.read("nas/a/x.jpg") == [9])
    }

    @Test func `Another's file that takes the name before the copy is read back is not called ours, and stays`()
        async throws
    {
        // A file system that keeps inodes: elsewhere only bytes tell.
        let world = try await world(inMemory: true)
        let sent = [try await world.send([1, 2, 3], to: "a/x.jpg"), try await world.send([4], to: "a/y.jpg")]
        let tree = world.tree
        let answers = await world.service.finish(sent) { one in
            // By then the first copy has its name.
            if one.upload.target.path == "a/y.jpg" {
                try? tree.remove("nas/a/x.jpg")
                try? tree.write("nas/a/x.jpg", [1, 2, 3])
            }
            return false
        }
        expectFailure(answers[0], .failed)
        _ = try answers[1].get()
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
    }

    @Test(arguments: [[9, 9, 9], [1, 2, 9], [1, 2, 3, 4]] as [[UInt8]])
    func `Another's file in place of the temporary one is never removed, and the next try has another name`(
        bytes: [UInt8]
    ) async throws {
        let world = try await world()
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        try world.tree.remove(part(of: sent))
        try world.tree.write(part(of: sent), bytes)
        try world.library.write("photo.jpg", [1, 2, 3])
        let source = try world.source("photo.jpg")
        expectFailure(await world.service.finish([sent])[0], .taken)
        for service in [world.service, world.another()] {
            await expectError(.taken) { () throws(UploadError) in
                try await service.send(source, as: sent.upload)
            }
            await expectError(.taken) { () throws(UploadError) in
                try await service.discard(sent.upload, source: source)
            }
        }
        #expect(try world.tree.read(part(of: sent)) == bytes)
        let again = try await world.send([1, 2, 3], to: "a/x.jpg")
        _ = try await world.service.finish([again])[0].get()
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
    }

    @Test(arguments: [[], [1, 2], [1, 2, 3]] as [[UInt8]])
    func `What a killed run has sent of a file is removed by its bytes`(bytes: [UInt8]) async throws {
        let world = try await world()
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        try world.tree.write(part(of: sent), bytes)
        try world.library.write("photo.jpg", [1, 2, 3])
        let service = world.another()
        try await service.discard(sent.upload, source: try world.source("photo.jpg"))
        #expect(try world.leftovers() == 0)
    }

    @Test(arguments: [[0, 0, 0], [1, 0], [1, 2, 0], [9]] as [[UInt8]])
    func `What a power failure filled with zeros, or another wrote, stays`(bytes: [UInt8]) async throws {
        let world = try await world()
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        try world.tree.write(part(of: sent), bytes)
        try world.library.write("photo.jpg", [1, 2, 3])
        let source = try world.source("photo.jpg")
        let known = TicketedUpload(
            target: sent.upload.target, ticket: sent.upload.ticket, modified: 0, sha256: sent.hashes.sha256)
        let service = world.another()
        await expectError(.taken) { () throws(UploadError) in try await service.discard(known, source: source) }
        #expect(try world.tree.read(part(of: sent)) == bytes)
    }

    @Test func `If the photo is gone, the hash in the journal tells what was sent`() async throws {
        let world = try await world()
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        let service = world.another()
        await expectError(.taken) { () throws(UploadError) in try await service.discard(sent.upload, source: nil) }
        let known = TicketedUpload(
            target: sent.upload.target, ticket: sent.upload.ticket, modified: 0, sha256: sent.hashes.sha256)
        try await service.discard(known, source: nil)
        #expect(try world.leftovers() == 0)
    }

    @Test func `A share that sets times on writing gets the photo's time again`() async throws {
        let world = try await world()
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        try world.tree.setModified(part(of: sent), seconds: 1_000)
        _ = try await world.service.finish([sent])[0].get()
        #expect(try world.modified(at: "a/x.jpg") == sent.upload.modified)
    }

    @Test func `If nothing can mark a copy as incomplete, none is begun`() async throws {
        let world = try await world(FolderMethods(naming: [.copy]))
        let sent = try await world.send([1, 2, 3], to: "a/x.jpg")
        let note = sent.upload.ticket.replacing(".part", with: ".copying")
        try world.tree.makeDirectory(FilePath("nas/a").appending(note))
        expectFailure(await world.service.finish([sent])[0], .failed)
        #expect(!world.tree.exists("nas/a/x.jpg"))
    }

    @Test func `The library's own file is never its copy`() async throws {
        let world = try await world()
        let sent = try await world.send([1], to: "a.jpg")
        let same = SentUpload(
            upload: sent.upload, hashes: sent.hashes, source: try identity(of: world.tree.path(part(of: sent))))
        expectFailure(await world.service.finish([same])[0], .failed)
        #expect(!world.tree.exists("nas/a.jpg"))
    }

    @Test func `A ticket in another format touches nothing`() async throws {
        let world = try await world()
        try world.place([1], at: "b.jpg")
        for ticket in ["b.jpg", "../x", ".workphotos-.part", ".workphotos-destination"] {
            let upload = TicketedUpload(target: "a.jpg", ticket: ticket, modified: 0)
            await expectError(.failed) { () throws(UploadError) in
                try await world.service.discard(upload, source: nil)
            }
        }
        #expect(try world.bytes(at: "b.jpg") == [1])
        #expect(world.tree.exists("nas/.workphotos-destination"))
    }

    @Test func `Names that the destination reserves are refused`() async throws {
        let world = try await world()
        for target in ["receipts.ndjson", "Receipts.NDJSON", ".workphotos-destination", "a/.workphotos-1.part"] {
            await expectError(.refused) { () throws(UploadError) in try await world.ticket(for: FilePath(target)) }
        }
        let long = FilePath(String(repeating: "a", count: 256))
        await expectError(.refused) { () throws(UploadError) in try await world.ticket(for: long) }
        _ = try await world.ticket(for: "a/receipts.ndjson")
    }

    @Test(arguments: [
        ".Trash-1000/files/a.jpg", "Office/.Trash/a.jpg", ".Trashes/a.jpg", "$RECYCLE.BIN/a.jpg", "Trash/files/a.jpg",
    ])
    func `No copy is put into a trash on the destination's disk`(target: String) async throws {
        let world = try await world()
        await expectError(.refused) { () throws(UploadError) in try await world.ticket(for: FilePath(target)) }
        _ = try await world.ticket(for: "Trash/2026/a.jpg")
    }

    @Test(arguments: ["..", "../a.jpg", "a/../b.jpg", "./a.jpg", "/a.jpg", ""])
    func `No target leads out of the destination`(target: String) async throws {
        let world = try await world()
        await expectError(.refused) { () throws(UploadError) in try await world.ticket(for: FilePath(target)) }
    }

    @Test(arguments: ["Albums/a.jpg", "ALBUMS/Site/a.jpg", "albums"])
    func `No copy is put into the folder of albums`(target: String) async throws {
        let world = try await world()
        await expectError(.refused) { () throws(UploadError) in try await world.ticket(for: FilePath(target)) }
        _ = try await world.ticket(for: "Office/Albums/a.jpg")
    }

    @Test func `A file that already has its name is not written to when its ticket is sent again`() async throws {
        let world = try await world(FolderMethods(naming: [.link]))
        let sent = try await world.send([1, 2, 3], to: "a.jpg")
        try world.hardLink(from: part(of: sent), to: "nas/a.jpg")
        try world.library.write("other.jpg", [8])
        let second = world.another()
        let other = try world.source("other.jpg")
        await expectError(.taken) { () throws(UploadError) in try await second.send(other, as: sent.upload) }
        #expect(try world.bytes(at: "a.jpg") == [1, 2, 3])
    }

    @Test func `If the network lost the answer to a link, the name is ours`() async throws {
        let world = try await world(FolderMethods(naming: [.link]))
        let sent = try await world.send([1, 2, 3], to: "a.jpg")
        try world.hardLink(from: part(of: sent), to: "nas/a.jpg")
        _ = try await world.service.finish([sent])[0].get()
        #expect(try world.leftovers() == 0)
    }

    @Test func `More sends run concurrently than there are processors`() async throws {
        let world = try await world()
        let all = Rendezvous(of: 12)
        try await withThrowingTaskGroup { group in
            for number in 0..<12 {
                group.addTask {
                    try world.library.write(FilePath("\(number)"), [1])
                    let upload = try await world.ticket(for: FilePath("\(number).jpg"))
                    let source = try world.source(FilePath("\(number)"))
                    _ = try await world.service.send(source, as: upload) { _ in all.meet() }
                }
            }
            try await group.waitForAll()
        }
        #expect(all.haveMet)
    }
}
