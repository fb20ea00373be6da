import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A world whose work photos have copies at a destination in memory, with the list of receipts that uploads leave
/// there.
struct Sent {
    let world: World
    let service: FakeUploadService

    /// - Parameter names: the photos' names; each has other bytes.
    /// - Throws: where a file cannot be written.
    init(_ names: String...) async throws {
        world = try World()
        service = try world.addNAS()
        await world.addOffice()
        world.removeIndex()
        for (place, name) in names.enumerated() {
            try world.add(name, TestPhoto(at: Place.office, taken: "2026:05:04 1\(place):00:00"))
        }
        for name in names { try put(FilePath("photos/\(name)")) }
        try giveReceipts(for: names.map { FilePath("photos/\($0)") })
    }

    /// The spec of the destination.
    var spec: String { world.nas }

    /// Puts a copy of a file of the tree at its target.
    func put(_ file: FilePath) throws {
        service.place(.file(try world.tree.read(file), modified: 1), at: try target(of: file))
    }

    /// Makes the destination's list contain receipts for files of the tree.
    func giveReceipts(for files: [FilePath]) throws {
        service.receipts = try files.flatMap { try line(for: $0) }
    }

    /// The line of a file's receipt.
    func line(for file: FilePath, checked: Int64 = 1_700_000_000_000_000_000) throws -> [UInt8] {
        let stored = StoredFile(of: try world.tree.read(file))
        let checksum = try #require(stored.evidence.checksum)
        let receipt = Receipt(
            sha256: try #require(bytes(ofHexText: checksum.value)), size: stored.size,
            target: CopyLocation(try target(of: file)), checksum: checksum, received: 1_600_000_000_000_000_000,
            checked: checked)
        return ReceiptLine(receipt, marker: try #require(DestinationMarker(World.marker))).bytes
    }

    /// Where a file's copy is.
    func target(of file: FilePath) throws -> FilePath {
        FilePath("Office").appending(try #require(file.lastComponent))
    }

    /// Rebuilds the index from the receipts and scans, so that the photos count as uploaded.
    func rebuildAndScan() async throws {
        #expect(await world.run("index", "rebuild", "--from", spec).exit == 0)
        #expect(await world.run("scan", world.library).exit == 0)
    }

    /// The paths that `list` finds with a flag.
    func list(_ flag: String) async -> [String] {
        await world.list([flag, "--format", "paths"]).output.split(separator: "\n").map(String.init)
    }
}
