import PhotoIndex
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Selections of more photos than are sorted at once, compared with plain loops over all photos.
struct ManyPhotosTests {
    /// A photo for the loops.
    private struct Known {
        let path: String
        let size: Int64
        let taken: Int64?
        let latitude: Double?
        let camera: String?
        /// Its rank among all photos, by the bytes of the path.
        var rank = 0

        var verdict: Verdict { latitude.map { $0 > 0 ? .work : .personal } ?? .unsure }
    }

    private static let count = 12_000
    private static let cameras = ["X-T5", "Z 6", nil]

    /// Made once, since no test changes it.
    private static let made = Result { try make() }

    private let index: PhotoIndex
    private let all: [Known]

    init() throws {
        (index, all) = try Self.made.get()
    }

    private static func make() throws -> (PhotoIndex, [Known]) {
        let index = try PhotoIndex.inMemory(owner: Library.owner)
        var random = SplitMix64(seed: 7)
        var all: [Known] = []
        // '-' sorts before '/', so the order of whole paths differs from that of the roots.
        for root in ["/a", "/a-b"] {
            var files: [ScannedFile] = []
            for number in 0..<count / 2 {
                let known = known(root, number, &random)
                all.append(known)
                files.append(file(known, below: root, number))
            }
            try Library(index, root: FilePath(root)).scan(files)
        }
        let order = all.indices.sorted { all[$0].path.utf8.lexicographicallyPrecedes(all[$1].path.utf8) }
        for (rank, place) in order.enumerated() { all[place].rank = rank }
        return (index, all)
    }

    /// Most photos have the same time and one of two sizes, so that more are equal than are sorted at once.
    private static func known(_ root: String, _ number: Int, _ random: inout SplitMix64) -> Known {
        let taken: Int64? =
            switch random.next() % 20 {
            case 0: nil
            case 1...3: Int64(random.next() % 50)
            default: 25
            }
        let latitude = [47.0, 47.001, 48, -5, nil][Int(random.next() % 5)]
        return Known(
            path: "\(root)/\(random.next() % 10)/\(number).jpg", size: random.next() % 10 == 0 ? 1_001 : 1_002,
            taken: taken, latitude: latitude, camera: cameras[Int(random.next() % 3)])
    }

    private static func file(_ known: Known, below root: String, _ number: Int) -> ScannedFile {
        var facts = PhotoFacts(format: .jpeg)
        if let latitude = known.latitude, let place = Coordinate(latitude: latitude, longitude: 8) {
            facts.position = .valid(place)
        }
        facts.captureTime = known.taken.map {
            CaptureTime(wall: WallTime(microseconds: $0), offset: nil, source: .exif)
        }
        facts.model = known.camera
        var file = scanned(String(known.path.dropFirst(root.utf8.count + 1)), number, .photo(facts))
        file.reading.fingerprint.size = known.size
        return file
    }

    // MARK: - The loops

    private func wanted(_ selection: PhotoSelection) -> [String] {
        let some = all.filter { photo in
            (selection.verdicts.isEmpty || selection.verdicts.contains(photo.verdict))
                && (selection.fence == nil || photo.verdict == .work && selection.fence == "Office")
                && selection.camera.map { photo.camera == $0 } ?? true
                && selection.since.map { (photo.taken ?? .min) >= $0.microseconds } ?? true
                && selection.until.map { photo.taken ?? .max < $0.microseconds } ?? true
                && selection.near.map { near in
                    photo.latitude.map { abs($0 - near.center.latitude) * 111_000 <= near.meters } ?? false
                } ?? true
                && (selection.paths.isEmpty || selection.paths.contains { $0.matches(Array(photo.path.utf8)) })
        }
        let sorted = some.sorted { one, other in
            let (first, second) = selection.isReversed ? (other, one) : (one, other)
            switch selection.order {
            case .taken where one.taken == nil || other.taken == nil:
                if (one.taken == nil) != (other.taken == nil) { return other.taken == nil }
            case .taken where one.taken != other.taken: return first.taken ?? 0 < second.taken ?? 0
            case .size where one.size != other.size: return first.size < second.size
            default: break
            }
            return first.rank < second.rank
        }
        return sorted.prefix(selection.limit ?? .max).map(\.path)
    }

    private func check(_ selection: PhotoSelection) throws {
        let (found, wanted) = (try Library.paths(selection, in: index), wanted(selection))
        let first = zip(found, wanted).enumerated().first { $1.0 != $1.1 }
        #expect(found.count == wanted.count && first == nil, "\(selection): \(String(describing: first))")
    }

    @Test func `Every order lists all photos`() throws {
        for order in PhotoSelection.Order.allCases {
            for isReversed in [false, true] {
                var selection = PhotoSelection()
                (selection.order, selection.isReversed) = (order, isReversed)
                try check(selection)
            }
        }
    }

    @Test(arguments: ["*/a*", "*a/3*", "*-b/1*/*", "?a/7/*", "*b/3/*7.jpg", "*//*", "/*/7/*", "*/nothing*"])
    func `A pattern is found wherever the root's path ends in it`(pattern: String) throws {
        for order in PhotoSelection.Order.allCases {
            var selection = PhotoSelection()
            (selection.order, selection.paths) = (order, [Glob(pattern)])
            try check(selection)
            selection.paths += [Glob("\(pattern)/*"), Glob("*b/7/*")]
            try check(selection)
        }
    }

    @Test func `Every selection in every order equals that of a simple loop`() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<80 { try check(Self.selection(&random)) }
    }

    private static func selection(_ random: inout SplitMix64) -> PhotoSelection {
        func pick<Item>(_ items: [Item]) -> Item { items[Int(random.next() % UInt64(items.count))] }
        var selection = PhotoSelection()
        selection.order = pick(PhotoSelection.Order.allCases)
        selection.isReversed = pick([false, true])
        selection.limit = pick([1, 7, 300, 3_000])
        selection.verdicts = pick([[], [], [.work], [.personal], [.unsure], [.work, .unsure], [.personal, .unsure]])
        selection.fence = pick([nil, nil, nil, "Office", "Nowhere"])
        selection.camera = pick([nil, nil, nil, "X-T5", "Leica"])
        selection.since = pick([nil, nil, 10, 26] as [Int64?]).map { WallTime(microseconds: $0) }
        selection.until = pick([nil, nil, 26, 40] as [Int64?]).map { WallTime(microseconds: $0) }
        if let center = Coordinate(latitude: 47, longitude: 8),
            let meters = pick([nil, nil, 50, 200, 200_000] as [Double?])
        {
            selection.near = .init(center: center, meters: meters)
        }
        let path: String? = pick([nil, nil, nil, "/a/*", "/a-b/3/*", "*/7/*", "*99.jpg", "/nowhere/*"])
        selection.paths = path.map { [Glob($0)] } ?? []
        return selection
    }
}
