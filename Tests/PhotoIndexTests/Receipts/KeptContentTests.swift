import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A file whose times or inode changed, and perhaps nothing else: its receipts stay until it is read.
struct KeptContentTests {
    private let uploads: Uploads

    /// Uploads a photo and a sidecar, and adds another photo.
    init() throws {
        let files = [photo("a.jpg", 1), scanned("b.xmp", 2, .sidecar(.xmp)), photo("c.jpg", 3)]
        uploads = try Uploads(files)
        for file in files.prefix(2) {
            let action = uploads.action(file)
            try uploads.conclude(action, .done)
        }
        #expect(try content("a.jpg") == Uploads.sha256(1))
    }

    private func content(_ path: String) throws -> [UInt8]? {
        try uploads.index.photo(at: FilePath("/photos/\(path)"))?.sha256
    }

    /// A file as the next scan reads it, after its permissions changed.
    private func touched(_ file: ScannedFile, keepsInodes: Bool = true) throws -> ScannedFile {
        var file = file
        file.row = try uploads.library.rows(String(decoding: file.path, as: UTF8.self)).first
        file.reading.fingerprint.changed += 1_000
        if !keepsInodes { file.fileSystem = Library.card }
        return file
    }

    private func unhashed(_ file: ScannedFile) throws -> [ScannedFile] {
        let writer = try uploads.index.scanWriter(root: uploads.library.root.id, readerVersion: 1, basis: nil)
        return try writer.save([file], judge: Library.judge)
    }

    @Test func `An uploaded file is hashed again, and stays uploaded if it is the same`() throws {
        for file in [photo("a.jpg", 1), scanned("b.xmp", 2, .sidecar(.xmp))] {
            let again = try touched(file)
            #expect(try unhashed(again).map(\.path) == [file.path])
        }
        var same = try touched(photo("a.jpg", 1))
        same.sha256 = Uploads.sha256(1)
        #expect(try unhashed(same).isEmpty)
        #expect(try content("a.jpg") == Uploads.sha256(1))
        #expect(try uploads.index.checkIntegrity() == [])
    }

    @Test func `A file with other bytes does not`() throws {
        var other = try touched(photo("a.jpg", 1))
        other.sha256 = Uploads.sha256(9)
        #expect(try unhashed(other).isEmpty)
        #expect(try content("a.jpg") == Uploads.sha256(9))
    }

    @Test func `A file with another head or tail is not the hashed one, whatever its times`() throws {
        var edited = photo("a.jpg", 1)
        edited.row = try uploads.library.rows("a.jpg").first
        edited.reading.digest += 1
        #expect(try unhashed(edited).isEmpty)
        #expect(try content("a.jpg") == nil)
    }

    @Test func `A file that was not uploaded, or has another head, tail or size, is not hashed`() throws {
        #expect(try unhashed(try touched(photo("c.jpg", 3))).isEmpty)
        var otherEnds = try touched(photo("a.jpg", 1))
        otherEnds.reading.digest &+= 1
        #expect(try unhashed(otherEnds).isEmpty)
        #expect(try content("a.jpg") == nil)
    }

    @Test func `If inodes are not stable, a file that is read again keeps its content without hashing`() throws {
        let again = try touched(photo("a.jpg", 1), keepsInodes: false)
        #expect(try unhashed(again).isEmpty)
        #expect(try content("a.jpg") == Uploads.sha256(1))
    }
}
