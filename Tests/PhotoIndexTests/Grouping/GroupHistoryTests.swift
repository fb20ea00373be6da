import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Whatever happens to files, the index has the same facts as a new one.
struct GroupHistoryTests {
    /// Pseudorandom numbers from a seed: Knuth's linear congruential generator.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let paths = ["", "d/", "d/e/"].flatMap { directory in
        ["I", "J"].flatMap { stem in ["jpg", "cr2", "mov", "mp4", "xmp"].map { "\(directory)\(stem).\($0)" } }
    }

    private static func file(_ path: String, _ number: Int, row: Int64? = nil) -> ScannedFile {
        let place: (Double, Double)? = [(47, 8), nil, (-5, 8), nil][number % 4]
        return switch path.suffix(3) {
        case "jpg": still(path, number, row: row, at: place)
        case "cr2": raw(path, number, row: row)
        case "xmp": sidecar(path, number, row: row)
        default: clip(path, number, row: row, at: place)
        }
    }

    private var chance = Chance(state: 0)
    private let library: Library
    /// The existing files by path, with a number for their content.
    private var files: [String: Int] = [:]
    private var last = 0

    init() throws { library = try Library() }

    /// Adds, changes, removes and moves files.
    private mutating func change() {
        for path in Self.paths.shuffled(using: &chance).prefix(Int.random(in: 1...6, using: &chance)) {
            let other = Self.paths.filter { $0.suffix(3) == path.suffix(3) }.randomElement(using: &chance) ?? path
            switch (Int.random(in: 0..<4, using: &chance), files[path]) {
            case (0, _?): files[path] = nil
            case (1, let number?) where files[other] == nil: (files[other], files[path]) = (number, nil)
            case (2, _?): fallthrough
            default:
                last += 1
                files[path] = last
            }
        }
    }

    /// Scans what has changed since the index knew it.
    private mutating func scan() throws {
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        var unseen = Set(known.unseen)
        var read: [ScannedFile] = []
        for (path, number) in files.sorted(by: { $0.key < $1.key }) {
            let place = known.index(of: library.key(path))
            if let place { unseen.remove(known[place].row) }
            let file = Self.file(path, number, row: place.map { known[$0].row })
            if place.map({ known[$0].matches(file.reading.fingerprint, keepsInodes: true) }) != true {
                read.append(file)
            }
        }
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        read.shuffle(using: &chance)
        let first = Int.random(in: 0...read.count, using: &chance)
        try writer.save(Array(read[..<first]), judge: Library.judge)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: return
        case 1: try library.index.settleGroups(basis: nil, judge: Library.judge)
        default: break
        }
        try writer.save(Array(read[first...]), judge: Library.judge)
        var coverage = ScanCoverage(
            unseen: unseen.sorted(), isWholeRoot: true, rootFileSystem: Library.disk, now: 100
        ) { _ in Library.disk }
        coverage.acceptsMissing = true
        _ = try writer.finish(coverage, judge: Library.judge)
        try library.expectSound()
        try expectAsNew()
    }

    private func expectAsNew() throws {
        let new = try Library()
        try new.scan(files.sorted { $0.key > $1.key }.map { Self.file($0.key, $0.value) })
        #expect(try library.groups() == new.groups(), "\(files)")
        for path in files.keys {
            #expect(try library.judgement(path) == new.judgement(path), "\(path) of \(files)")
        }
        let orphans = try library.index.orphanSidecars(root: library.root).map(\.path)
        #expect(try orphans == new.index.orphanSidecars(root: new.root).map(\.path))
        #expect(
            try library.index.counts(inRoot: library.root.id).groups == new.index.counts(inRoot: new.root.id).groups)
    }

    @Test(arguments: UInt64(1)...8)
    mutating func `The groups are those of a new index, after any history`(seed: UInt64) throws {
        chance = Chance(state: seed)
        for _ in 0..<12 {
            change()
            try scan()
            #expect(try library.index.checkIntegrity().isEmpty)
        }
    }
}
