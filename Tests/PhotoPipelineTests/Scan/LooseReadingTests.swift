import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Readers see current groups and verdicts even if a scan ended before it worked them out.
struct LooseReadingTests {
    private let tree: TemporaryTree
    private let rules: JudgingRules
    private var index: FilePath { tree.path("index.sqlite") }

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        let store = FenceStore(path: tree.path("fences.geojson"))
        for (name, kind, latitude) in [("Office", Fence.Kind.work, 52.52), ("Home", .never, 52.6)] {
            let center = try #require(Coordinate(latitude: latitude, longitude: 13.405))
            let fence = Fence(name: name, kind: kind, shape: .circle(center: center, radius: 150))
            _ = try store.change { try $0.adding(fence) }
        }
        rules = try JudgingRules(
            fences: try store.load(), settings: JudgingSettings(triage: TriageSettings(), zones: TimeZoneFiles()))
    }

    /// Judges an index without photos by the rules, saves a photo at the office and its edit at home, and stops.
    private func scanAndStop() async throws {
        try tree.makeDirectory("photos")
        let rules = rules
        try await tree.scan(by: { rules })
        let written = try PhotoIndex.open(forWritingAt: index, owner: "tests")
        let root = try #require(try written.roots().first)
        let triage = rules.triage
        let files = try [("IMG_1.JPG", 52.52), ("IMG_E1.JPG", 52.6)].enumerated().map { number, photo in
            var facts = PhotoFacts(format: .jpeg)
            facts.position = .valid(try #require(Coordinate(latitude: photo.1, longitude: 13.405)))
            facts.positionSource = .exif
            let fingerprint = Fingerprint(size: 9, modified: 1, changed: 1, inode: UInt64(number))
            return ScannedFile(
                row: nil, path: Array(photo.0.utf8), fileSystem: root.fileSystem,
                reading: FileReading(
                    fingerprint: fingerprint, isRacy: false, digest: UInt64(number), content: .photo(facts)))
        }
        let writer = try written.scanWriter(root: root.id, readerVersion: 1, basis: try written.basis())
        try writer.save(files) { triage.judge(members: $0) }
    }

    @Test func `A photo whose edit is in a never fence is personal, whatever a scan left undone`()
        async throws
    {
        try await scanAndStop()
        let library = try Library(reading: index, owner: "tests", rules: rules)
        var verdicts: [Verdict?] = []
        try library.photos(matching: PhotoSelection()) {
            verdicts.append($0.judgement?.verdict)
            return $0.members.count == 2
        }
        #expect(verdicts == [.personal, .personal])
        #expect(try library.status(by: UploadSettings()).byVerdict[.work]?.photos ?? 0 == 0)
        #expect(try PhotoIndex.open(forReadingAt: index, owner: "tests").hasLooseGroups(), "nothing is written")
    }
}
