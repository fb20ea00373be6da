import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index of the eighth schema, in which nothing was inferred.
struct MigrationToInferenceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.index)
        try Version8.make(at: directory.index)
    }

    @Test func `It knows no tracks, and its verdicts infer nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        let reader = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner)
        #expect(try reader.tracks().isEmpty)
        #expect(try reader.basis()?.infers != true)
        #expect(try directory.snapshot(except: "-shm") == before)
        let writer = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try writer.tracks().isEmpty)
        #expect(try writer.checkIntegrity() == [])
    }

    @Test(arguments: [
        "inferredPosition (file, latitude, longitude, accuracy, method) VALUES (1, 91, 0, 1, 'track')",
        "track (path, isNamed, size, modified, changed, inode) VALUES (x'2f61', 0, 1, 1, 1, 1)",
        "track (path, isNamed, size, modified, changed, inode, problem) VALUES (x'61', 0, 1, 1, 1, 1, 'bad')",
        "trackPart (track, number, points) VALUES (77, 0, zeroblob(24))",
    ])
    func `Invalid values are refused`(_ row: String) throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(throws: (any Error).self) {
            try execute("PRAGMA foreign_keys = ON; INSERT INTO \(row);", in: directory.index)
        }
    }
}
