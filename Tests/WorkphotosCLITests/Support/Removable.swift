import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A world whose work photos are uploaded to a destination in memory, and that has a trash, a directory beside them.
struct Removable {
    let world: World
    let service: FakeUploadService
    let trash: FakeTrashService

    /// - Parameter names: the photos' names; each has other bytes.
    /// - Throws: where a file cannot be written.
    init(_ names: String...) async throws { try await self.init(names) }

    /// - Parameter names: as above.
    /// - Throws: as above.
    init(_ names: [String]) async throws {
        world = try World()
        let marker = try #require(DestinationMarker("0123456789abcdef0123456789abcdef"))
        let service = FakeUploadService(marker: marker)
        self.service = service
        world.uploadService = { _ in service }
        for name in ["nas", "trash"] { try world.tree.makeDirectory(FilePath(name)) }
        let trash = FakeTrashService(in: world.tree.path("trash"))
        self.trash = trash
        let permanent = FakeTrashService(in: world.tree.path("trash"), isPermanent: true)
        world.trashService = { $0 == .trash ? trash : permanent }
        await world.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m")
        for ending in ["", "-wal", "-shm"] { try? world.tree.remove(FilePath(world.index.string + ending)) }
        for name in names { try add(name) }
        await world.run("scan", world.library)
        await world.run("destination", "add", "nas", "folder:\(world.tree.path("nas").string)")
        #expect(await world.run("upload").exit == 0)
    }

    /// Puts a photo at the office into the library, with bytes of its own.
    func add(_ name: String) throws {
        var photo = TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00")
        photo.tail = Array(name.utf8)
        try world.add(name, photo)
    }

    /// Writes the configuration.
    func configure(_ text: String) throws {
        try world.tree.write(world.configuration, Array(text.utf8))
    }

    /// The names of the photos that are in the library.
    var names: [String] {
        get throws {
            try world.tree.snapshot().keys.filter { $0.hasPrefix("photos/") }.map { String($0.dropFirst(7)) }.sorted()
        }
    }

    /// How many files are in the trash.
    var trashed: Int { get throws { try world.tree.snapshot().keys.count { $0.hasPrefix("trash/") } } }
}
