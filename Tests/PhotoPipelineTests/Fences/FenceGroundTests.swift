import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What is said about a fence's ground, compared with a look at every photo.
struct FenceGroundTests {
    private let tree: TemporaryTree
    private let path: FilePath

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        path = tree.path("index.sqlite")
    }

    /// An index of photos at these places.
    private func fill(_ places: [Coordinate]) throws {
        let disk = FileSystemIdentity(name: "uuid:disk", keepsInodes: true)
        let index = try PhotoIndex.open(forWritingAt: path, owner: "tests")
        let root = try index.addRoot("/photos", fileSystem: disk, now: 1)
        let writer = try index.scanWriter(root: root.id, readerVersion: 1, basis: nil)
        let judge: ([PhotoFacts]) -> Judgement = { _ in Judgement(verdict: .unsure, reason: .noFences) }
        let files = places.enumerated().map { number, place in
            var facts = PhotoFacts(format: .jpeg)
            facts.position = .valid(place)
            facts.positionSource = .exif
            let fingerprint = Fingerprint(size: 1, modified: 1, changed: 1, inode: UInt64(number))
            return ScannedFile(
                row: nil, path: Array("\(number).jpg".utf8), fileSystem: disk,
                reading: FileReading(
                    fingerprint: fingerprint, isRacy: false, digest: UInt64(number), content: .photo(facts)))
        }
        try writer.save(files, judge: judge)
        let coverage = ScanCoverage(unseen: [], isWholeRoot: true, rootFileSystem: disk, now: 9) { _ in disk }
        _ = try writer.finish(coverage, judge: judge)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `The photos inside, and the nearest`(seed: UInt64) throws {
        var world = try RandomFences(seed: seed)
        let places = (0..<150).compactMap { _ in world.photo().position.coordinate }
        try fill(places)
        for _ in 0..<15 {
            try world.change()
            for fence in world.fences {
                let distances = places.map { fence.shape.distance(to: $0) }
                let ground = try FenceGround.look(at: fence.shape, in: path, owner: "tests")
                let inside = distances.count { $0 <= 0 }
                #expect(ground?.photos == inside)
                #expect(ground?.nearest == (inside == 0 ? distances.min() : nil))
                let swapped = fence.shape.swapped.map { shape in places.count { shape.distance(to: $0) <= 0 } }
                #expect(ground?.photosIfSwapped == swapped ?? 0)
                let only = try FenceGround.photosIfSwapped(fence.shape, in: path, owner: "tests")
                #expect(only == (inside == 0 ? swapped ?? 0 : 0))
            }
        }
    }

    @Test func `Nothing is near where no photo has a position`() throws {
        try fill([])
        let center = try #require(Coordinate(latitude: 1, longitude: 2))
        let ground = try FenceGround.look(at: .circle(center: center, radius: 5), in: path, owner: "tests")
        #expect(ground?.photos == 0)
        #expect(ground?.nearest == nil)
    }
}
