import FakeDrive
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Folders of Google Drive, and what is found in them.
@Suite(.timeLimit(.minutes(1)))
struct DriveLookingTests {
    private let marker = DestinationMarker(random: 1, 2)

    private func source(_ bytes: [UInt8], in world: DriveWorld) throws -> UploadSource {
        let name = FilePath("source-\(bytes.count)-\(bytes.last ?? 0)")
        try world.library.write(name, bytes)
        return try world.source(name)
    }

    // MARK: - Folders

    @Test func `Folders are created once, even if many uploads need the same one`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for number in 0..<24 {
                    tasks.addTask { _ = try await world.upload([UInt8(number)], to: FilePath("a/b/\(number).jpg")) }
                }
                try await tasks.waitForAll()
            }
            #expect(world.drive.files.filter(\.isFolder).map(\.name).sorted() == ["Work", "a", "b"])
        }
    }

    @Test func `Of two folders that two machines created concurrently both use the older`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let (one, other) = (world.service, world.another())
            _ = try await other.marker()
            // Both have looked, and seen nothing.
            for service in [one, other] { #expect(try await service.size(at: "a/b.jpg") == nil) }
            for (number, service) in [one, other, one, other].enumerated() {
                let source = try source([UInt8](repeating: 7, count: number + 1), in: world)
                let upload = try await service.prepare(
                    PlannedCopy(target: FilePath("a/\(number).jpg"), size: Int64(number + 1), modified: 0))
                let sent = try await service.send(source, as: upload)
                _ = try await service.finish([sent])[0].get()
            }
            #expect(Set(world.copies.flatMap(\.parents)).count == 1)
        }
    }

    // MARK: - Looking

    @Test func `A changed, moved, trashed or removed copy is missing`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            var places: [CopyLocation] = []
            for number in 0..<5 {
                let sent = try await world.send([UInt8(number)], to: FilePath("a/\(number).jpg"))
                _ = try await world.service.finish([sent])[0].get()
                places.append(sent.upload.target)
            }
            let ids = try places.map { try #require($0.id) }
            world.drive.replace(ids[0], [9])
            let attic = world.drive.makeFolder("Attic", owner: world.anna, client: world.registered)
            world.drive.move(ids[1], to: attic)
            world.drive.trash(ids[2])
            world.drive.remove(ids[3])
            world.drive.rename(ids[4], to: "other.jpg")
            let looks = try await world.another().inspect(places).map { try $0.get() }
            #expect(looks[0]?.evidence.checksum == StoredFile(of: [9]).evidence.checksum)
            #expect(looks[1] == nil && looks[2] == nil && looks[3] == nil)
            #expect(looks[4]?.evidence.checksum == StoredFile(of: [4]).evidence.checksum)
            let moved = try #require(world.drive.files.first { $0.name == "a" })
            world.drive.move(moved.id, to: attic)
            #expect(try await world.another().inspect(places[4]) == nil, "its folder was moved out")
        }
    }

    @Test func `A copy that was moved elsewhere, or into a hidden folder, is not listed`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            var ids: [String] = []
            for number in 0..<4 {
                let sent = try await world.send([UInt8(number)], to: FilePath("a/\(number).jpg"))
                _ = try await world.service.finish([sent])[0].get()
                ids.append(sent.upload.ticket)
            }
            let attic = world.drive.makeFolder("Attic", owner: world.anna, client: world.registered)
            world.drive.move(ids[1], to: world.drive.root(of: world.anna))
            world.drive.move(ids[2], to: attic)
            world.drive.move(ids[3], to: world.drive.makeFolder("Mine", owner: world.anna))
            let catalogue = try #require(world.service.catalogue)
            var page = try await catalogue.page(after: nil)
            #expect(page.copies.map(\.location) == [CopyLocation("a/0.jpg", id: ids[0])])
            // A list that begins later sees what was moved meanwhile.
            world.drive.move(attic, to: world.top)
            page = try await catalogue.page(after: nil)
            #expect(Set(page.copies.map(\.location.path)) == ["a/0.jpg", "Attic/2.jpg"])
        }
    }

    @Test(arguments: ["Albums", "ALBUMS"])
    func `A copy in the folder of albums is missing, found by nothing and not listed`(name: String) async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            var places: [CopyLocation] = []
            for number in 0..<3 {
                let sent = try await world.send([UInt8(number)], to: FilePath("a/\(number).jpg"))
                _ = try await world.service.finish([sent])[0].get()
                places.append(sent.upload.target)
            }
            let ids = try places.map { try #require($0.id) }
            world.drive.move(ids[0], to: world.folder([name]))
            world.drive.move(ids[1], to: world.folder([name, "Site"]))
            world.drive.move(ids[2], to: world.folder(["b", name]))
            let other = world.another()
            let looks = try await other.inspect(places).map { try $0.get() }
            #expect(looks.map { $0 == nil } == [true, true, false])
            let catalogue = try #require(other.catalogue)
            let contents = try (0..<3).map { number in
                RecordedContent(size: 1, sha256: try source([UInt8(number)], in: world).hashes().sha256)
            }
            let there = CopyLocation(FilePath("b/\(name)/2.jpg"), id: ids[2])
            #expect(try await catalogue.find(contents) == [nil, nil, there])
            let page = try await catalogue.page(after: nil)
            #expect(page.copies.map(\.location) == [there] && page.unreadable.isEmpty)
            let sharing = try #require(other.sharing)
            await expectError(.missing) { () throws(UploadError) in
                try await sharing.share(places[1], ShareGrant(.link), telling: nil) { false }
            }
        }
    }

    @Test func `An upload whose folder is moved into the folder of albums meanwhile has failed`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let sent = try await world.send([1], to: "a/1.jpg")
            world.drive.move(world.folder(["a"]), to: world.folder(["Albums"]))
            await expectError(.failed) { () throws(UploadError) in try await world.service.finish([sent])[0].get() }
        }
    }

    @Test func `Drive reports its free space and its time`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            let condition = try #require(try await world.service.condition?.condition())
            let free = try #require(condition.free)
            #expect(condition.total == 15_000_000_000 && (14_999_000_000..<15_000_000_000).contains(free))
            let now = SystemClock().now
            #expect(abs(try #require(condition.clock) - now) < 600_000_000_000)
        }
    }

    @Test func `A copy in a folder with a decomposed name has the path of an upload to it`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            _ = world.folder(["Cafe\u{301}"])
            _ = try await world.upload([1], to: "Caf\u{E9}/a.jpg")
            let catalogue = try #require(world.service.catalogue)
            let content = RecordedContent(size: 1, sha256: try source([1], in: world).hashes().sha256)
            let found = try await catalogue.find([content]).first.flatMap { $0?.path.string.unicodeScalars.count }
            let listed = try await catalogue.page(after: nil).copies.map(\.location.path.string.unicodeScalars.count)
            #expect(found == 10)
            #expect(listed == [10])
        }
    }

    @Test(arguments: [nil, 3])
    func `An error of the server counts as no answer unless it says how long to wait`(_ seconds: Int?) async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            world.drive.plant(.status(503, retryAfter: seconds), at: .matching(method: "GET"))
            guard case .failure(let error) = await world.service.inspect([CopyLocation("a/b.jpg")])[0] else {
                Issue.record("it was found")
                return
            }
            #expect(error.kind == .transient && error.lasting == (seconds == nil ? .unavailable : nil))
        }
    }

    @Test func `Copies are found by content, and listed with their notes`() async throws {
        try await DriveWorld.run { world in
            _ = try await world.service.makeDestination(marker, creating: false)
            for number in 0..<45 { _ = try await world.upload([1, UInt8(number)], to: FilePath("a/\(number).jpg")) }
            world.drive.paging = Paging(emptyPages: 1, partial: 7)
            let catalogue = try #require(world.another().catalogue)
            let contents = try (0..<50).map { number in
                let hashes = try source([1, UInt8(number)], in: world).hashes()
                return RecordedContent(size: 2, sha256: hashes.sha256)
            }
            let found = try await catalogue.find(contents)
            #expect(found.prefix(45).enumerated().allSatisfy { $1?.path == FilePath("a/\($0).jpg") })
            #expect(found.suffix(5).allSatisfy { $0 == nil })
            var (copies, token, pages): ([CataloguePage.Copy], String?, Int) = ([], nil, 0)
            repeat {
                let page = try await catalogue.page(after: token)
                copies += page.copies
                (token, pages) = (page.next, pages + 1)
            } while token != nil
            #expect(copies.count == 45 && pages > 6)
            #expect(Set(copies.map(\.content)) == Set(contents.prefix(45)))
        }
    }
}
