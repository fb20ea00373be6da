import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A destination may be the library by another road, on which the same files have other inode numbers; its marker shows
/// in the library then. Here a second file with the same marker represents that.
struct LibraryRoadsTests {
    private let scene: DestinationScene

    init() throws {
        scene = try DestinationScene()
        try scene.tree.makeDirectory("view/shelf")
        for path: FilePath in ["photos/2026", "photos/shelf", "view/2026"] { try scene.tree.makeDirectory(path) }
    }

    /// Makes a directory show what is written at the top of a new destination.
    private func show(in directory: FilePath) throws {
        let marker = Array("\(DestinationScene.newMarker.text)\n".utf8)
        try scene.tree.write(directory.appending(DestinationMarker.fileName), marker)
    }

    private func scan(_ paths: String...) throws {
        let root = try #require(try scene.index.roots().first)
        let writer = try scene.index.scanWriter(root: root.id, readerVersion: 1, basis: nil)
        let files = paths.map { path in
            let reading = FileReading(
                fingerprint: Fingerprint(size: 7, modified: 1, changed: 1, inode: 1), isRacy: false, digest: 1,
                content: .other("gif"))
            return ScannedFile(row: nil, path: Array(path.utf8), fileSystem: root.fileSystem, reading: reading)
        }
        _ = try writer.save(files) { _ in Judgement(verdict: .unsure, reason: .noFences) }
    }

    private func expectRefused(_ path: FilePath, naming directory: FilePath) async throws {
        let error = try #require(try await scene.refusal(path, name: "view"))
        #expect(error.kind == .overlap)
        #expect(error.message.contains("under another path") && error.message.contains("'view'"), "\(error.message)")
        #expect(error.message.contains(scene.tree.path(directory).string), "\(error.message)")
        #expect(!scene.tree.exists(path.appending(DestinationMarker.fileName)), "the marker goes again")
        #expect(try scene.index.destinations().isEmpty)
    }

    @Test(arguments: ["photos", "."] as [FilePath])
    func `A marker that appears at a root's top, or above it, refuses the new destination`(
        directory: FilePath
    ) async throws {
        try show(in: directory)
        try await expectRefused("view", naming: directory == "." ? "" : directory)
    }

    @Test func `So does one below the same names in a root`() async throws {
        try show(in: "photos/shelf")
        try await expectRefused("view/shelf", naming: "photos/shelf")
    }

    @Test func `So does one in a directory of the library with the same contents`() async throws {
        try scan("trips/2026/a.jpg", "trips/b.jpg")
        try scene.tree.makeDirectory("photos/trips")
        try show(in: "photos/trips")
        try await expectRefused("view", naming: "photos/trips")
    }

    @Test func `A known destination is searched for in the same places`() async throws {
        _ = try await scene.open("view/shelf", name: "view")
        try show(in: "photos/shelf")
        #expect(try await scene.refusal("view/shelf", name: "view")?.kind == .overlap)
        #expect(scene.tree.exists("view/shelf/.workphotos-destination"))
    }

    @Test func `Other markers in the library do not matter`() async throws {
        try scan("trips/2026/a.jpg")
        for path: FilePath in ["photos", "photos/shelf", "photos/trips"] {
            try scene.tree.write(path.appending(DestinationMarker.fileName), Array("other\n".utf8))
        }
        #expect(try await scene.refusal("view", name: "view") == nil)
        #expect(try await scene.refusal("view/shelf", name: "shelf") != nil, "it lies in the first")
    }
}
