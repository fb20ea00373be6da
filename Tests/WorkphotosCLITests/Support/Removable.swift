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

    func bytes(_ name: String) throws -> [UInt8] { try world.tree.read(FilePath("photos/\(name)")) }

    /// Writes a photo, in place where it is there.
    func write(_ name: String, _ bytes: [UInt8]) throws { try world.tree.write(FilePath("photos/\(name)"), bytes) }

    /// Edits a photo in place.
    func edit(_ name: String) throws { try write(name, try bytes(name) + Array("edited".utf8)) }

    /// Renames a photo, or moves it to another directory.
    func rename(_ name: String, to other: String) throws {
        try world.tree.rename(FilePath("photos/\(name)"), to: FilePath("photos/\(other)"))
    }

    /// Writes the configuration.
    func configure(_ text: String) throws {
        try world.tree.write(world.configuration, Array(text.utf8))
    }

    /// The number of files in the trash.
    var trashed: Int { get throws { try world.tree.snapshot().keys.count { $0.hasPrefix("trash/") } } }
}
