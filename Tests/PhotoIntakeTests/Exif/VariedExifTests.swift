import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

/// Values of any type, count, order and place are read if they are unambiguous.
struct VariedExifTests {
    private static let seeds = 0..<400 as Range<UInt64>

    /// Reads a file for each seed and records differences from the truth.
    private func check(_ bytes: (VariedExif) -> [UInt8]) throws {
        let scratch = try TemporaryTree(inMemory: true)
        defer { extendLifetime(scratch) }
        var reader = PhotoReader()
        for seed in Self.seeds {
            let varied = VariedExif(seed: seed)
            let path = try scratch.write(bytes(varied))
            let content = try reader.read(path: path, now: later).get().content
            guard let facts = content.facts else {
                Issue.record("seed \(seed): \(content)")
                continue
            }
            for difference in varied.differences(from: facts) { Issue.record("seed \(seed): \(difference)") }
        }
    }

    @Test func `An EXIF block has the same facts in whatever types it is written`() throws {
        try check { JPEGFile($0.structure).bytes }
    }

    @Test(arguments: [false, true]) func `So does a TIFF file, and a BigTIFF file`(isBig: Bool) throws {
        try check { $0.file(isBig: isBig).bytes }
    }

    @Test func `So does a CR3 file`() throws {
        try check { varied in
            var file = CR3File(primary: varied.primary, exif: varied.exif, gps: varied.gps)
            file.primary?.order = varied.order
            file.exif?.order = varied.order
            file.gps?.order = varied.order
            return file.bytes
        }
    }
}
