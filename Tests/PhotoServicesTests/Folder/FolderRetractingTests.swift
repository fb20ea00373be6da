import PhotoFiles
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies in a folder are taken back into the trash, or removed for good where that was asked for.
struct FolderRetractingTests {
    private let world: FolderWorld
    private let service: FolderService
    private let receipt: Receipt

    init() async throws {
        world = try FolderWorld()
        try world.tree.makeDirectory("home")
        service = Self.service(world, home: world.tree.path("home"))
        _ = try await service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        receipt = try await world.receipt([1, 2, 3], at: "a/x.jpg")
    }

    private static func service(_ world: FolderWorld, home: FilePath) -> FolderService {
        FolderService(
            world.tree.path("nas"), clock: world.clock, random: { 7 }, threads: BlockingThreads(),
            variables: ["HOME": home.string])
    }

    private func ticketed(_ way: RemovalWay = .trash, by service: FolderService? = nil) async throws
        -> TicketedRetraction
    {
        try await (service ?? self.service).prepare([receipt.target], way, run: 5, firstNumber: 1)[0].get()
    }

    private var trashed: [[UInt8]] {
        get throws {
            let names = try world.tree.snapshot().keys.filter { $0.contains("Trash/files/") }
            return try names.map { try world.tree.read(FilePath($0)) }
        }
    }

    @Test func `A copy goes into the trash`() async throws {
        let copy = try await ticketed()
        #expect(try trashed.isEmpty, "preparing changes nothing")
        try await service.takeBack(copy, of: receipt, unless: { false })
        #expect(try world.bytes(at: "a/x.jpg") == nil)
        #expect(try trashed == [[1, 2, 3]])
    }

    @Test func `For good it is removed without a trash`() async throws {
        let homeless = Self.service(world, home: world.tree.path("none"))
        let copy = try await ticketed(.permanent, by: homeless)
        try await homeless.takeBack(copy, of: receipt, unless: { false })
        #expect(try world.bytes(at: "a/x.jpg") == nil)
        #expect(try world.leftovers() == 0 && trashed.isEmpty)
    }

    @Test(arguments: ["home", "home/.local", "home/.local/share/Trash"])
    func `With a file where the trash should be there is no ticket`(_ place: String) async throws {
        if place == "home" { try world.tree.remove("home") }
        try world.tree.write(FilePath(place), [1])
        let error = await #expect(throws: TrashError.self) { try await ticketed() }
        #expect(error?.kind == .refused)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
    }

    @Test(arguments: [["HOME": "/nowhere/at/all"], [:], ["HOME": ""]] as [[String: String]])
    func `Without a home there is no ticket`(_ variables: [String: String]) async throws {
        let homeless = FolderService(
            world.tree.path("nas"), clock: world.clock, random: { 7 }, threads: BlockingThreads(),
            variables: variables)
        let error = await #expect(throws: TrashError.self) { try await ticketed(by: homeless) }
        #expect(error?.kind == .noHome)
    }

    @Test(arguments: [.trash, .permanent] as [RemovalWay])
    func `It gets its name again if it is the library's own file`(_ way: RemovalWay) async throws {
        let copy = try await ticketed(way)
        let path = world.tree.path("nas/a/x.jpg")
        await expectError(.overlap) { () throws(UploadError) in
            try await service.takeBack(copy, of: receipt) { !SmallFile.exists(path) }
        }
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
        #expect(try world.leftovers() == 0 && trashed.isEmpty)
    }

    @Test func `Other bytes stay`() async throws {
        let copy = try await ticketed()
        try world.place([1, 2, 4], at: "a/x.jpg")
        let error = await #expect(throws: UploadError.self) {
            try await service.takeBack(copy, of: receipt, unless: { false })
        }
        #expect(error?.kind == .corrupted)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 4])
        #expect(try trashed.isEmpty)
    }

    @Test func `A copy that is gone is missing`() async throws {
        let copy = try await ticketed()
        try world.tree.remove("nas/a/x.jpg")
        let error = await #expect(throws: UploadError.self) {
            try await service.takeBack(copy, of: receipt, unless: { false })
        }
        #expect(error?.kind == .missing)
    }

    @Test func `Another disk in its place keeps its files`() async throws {
        let copy = try await ticketed()
        try world.goAway()
        try world.tree.makeDirectory("nas/a")
        try world.place([1, 2, 3], at: "a/x.jpg")
        await #expect(throws: UploadError.self) { try await service.takeBack(copy, of: receipt, unless: { false }) }
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
    }

    @Test func `What a killed program had parked gets its name back`() async throws {
        let homeless = Self.service(world, home: world.tree.path("none"))
        let copy = try await ticketed(.permanent, by: homeless)
        let removal = TicketedRemoval(path: world.tree.path("nas/a/x.jpg"), ticket: copy.ticket)
        #expect(PermanentRemoval().park([removal]) == [nil])
        #expect(try world.bytes(at: "a/x.jpg") == nil)
        try await Self.service(world, home: world.tree.path("none")).putBack(copy)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
        #expect(try world.leftovers() == 0)
    }

    @Test func `What a killed program had put into the trash stays there, and its empty record does not`() async throws
    {
        let copy = try await ticketed()
        let removal = TicketedRemoval(path: world.tree.path("nas/a/x.jpg"), ticket: copy.ticket)
        let trash = FreeDesktopTrash(variables: ["HOME": world.tree.path("home").string], clock: world.clock)
        #expect(trash.park([removal]) == [nil])
        try await service.putBack(copy)
        #expect(try trashed == [[1, 2, 3]])
        let files = try #require(try world.tree.snapshot().keys.first { $0.contains("Trash/files/") })
        try world.tree.rename(FilePath(files), to: "nas/a/x.jpg")
        try await service.putBack(copy)
        #expect(try world.bytes(at: "a/x.jpg") == [1, 2, 3])
        #expect(try !world.tree.snapshot().keys.contains { $0.hasSuffix(".trashinfo") })
    }
}

extension UploadWorld {
    /// Puts bytes at a target, and makes the receipt that they would have.
    func receipt(_ bytes: [UInt8], at target: FilePath, id: String? = nil) async throws -> Receipt {
        try place(bytes, at: target)
        let stored = try #require(try await service.inspect(CopyLocation(target, id: id)))
        let checksum = try #require(stored.evidence.checksum)
        var hash = ContentHash()
        unsafe bytes.withUnsafeBytes { unsafe hash.add($0) }
        return Receipt(
            sha256: hash.hashes.sha256, size: stored.size, target: CopyLocation(target, id: id), checksum: checksum,
            received: 1, checked: 1)
    }
}
