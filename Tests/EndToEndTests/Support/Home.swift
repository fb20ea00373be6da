import Foundation
import SampleLibrary
import SystemPackage
import WorkphotosTestSupport

/// A temporary home with a library beside it, for runs of the built program.
final class Home: Sendable {
    let tree: TemporaryTree

    /// Where XDG puts the index, below the tree.
    static let index: FilePath = "home/.local/state/workphotos/index.sqlite"
    /// Where XDG puts the fences, below the tree.
    static let fences: FilePath = "home/.config/workphotos/fences.geojson"
    /// Where XDG puts the configuration, below the tree.
    static let configuration: FilePath = "home/.config/workphotos/config.toml"

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        try tree.makeDirectory("home")
        try tree.makeDirectory("photos")
    }

    /// The library's path.
    var library: String { tree.path("photos").string }

    /// The program, with this home.
    var program: Program { Program(home: tree.path("home").string) }

    /// Adds a photo to the library, with unique bytes after its picture.
    func add(_ name: String, _ photo: TestPhoto = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 10:00:00")) throws {
        var photo = photo
        photo.tail = Array(name.utf8)
        try tree.write(FilePath("photos/" + name), photo.bytes)
    }

    /// Fills the library with sample photos, and writes the sample's fences.
    func addSamples(_ count: Int) throws {
        try SampleLibrary(photos: count, seed: 5, detail: .small).write(to: tree.path("photos"))
        try tree.write(Self.fences, Array(SampleFence.geoJSON.utf8))
    }

    /// The output of `list --json` after an undisturbed scan into another index.
    func undisturbed() throws -> String {
        let index = tree.path("undisturbed/index.sqlite").string
        try program.run("scan", library, "--index", index)
        return try program.run("list", "--json", "--index", index).output
    }

    /// Starts a scan that shows its progress, and waits for the first progress.
    func startScan(_ more: String...) throws -> Running {
        let scan = try program.start(["scan", library, "--progress", "always"] + more)
        _ = eventually { !scan.notes.isEmpty || !scan.isRunning }
        return scan
    }
}
