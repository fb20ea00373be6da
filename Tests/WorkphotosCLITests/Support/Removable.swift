import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A world whose work photos are uploaded to a destination in memory, with a trash in a directory.
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
        service = try world.addNAS()
        trash = try world.addTrash()
        await world.addOffice()
        world.removeIndex()
        for name in names { try add(name) }
        await world.run("scan", world.library)
        await world.run("destination", "add", "nas", world.nas)
        #expect(await world.run("upload").exit == 0)
    }

    /// Adds a photo of the office to the library. The name makes its bytes unique.
    func add(_ name: String) throws {
        var photo = TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00")
        photo.tail = Array(name.utf8)
        try world.add(name, photo)
    }

    /// Writes the configuration.
    func configure(_ text: String) throws {
        try world.tree.write(world.configuration, Array(text.utf8))
    }

    /// The number of files in the trash.
    var trashed: Int { get throws { try world.tree.snapshot().keys.count { $0.hasPrefix("trash/") } } }
}
