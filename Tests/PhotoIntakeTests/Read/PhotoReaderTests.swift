import Glibc
import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct PhotoReaderTests {
    private let scratch: TemporaryTree
    private let jpeg = JPEGFile(ExifStructure.sydney())

    init() throws {
        scratch = try TemporaryTree()
    }

    /// Reads a name beneath the scratch directory.
    private func read(
        _ name: [UInt8], followingLinks: Bool = false, now: Int64 = later
    ) throws -> Result<FileReading, ReadFailure> {
        let directory = try FileDescriptor.open(scratch.path, .readOnly, options: .directory)
        return try directory.closeAfter {
            var reader = PhotoReader()
            return reader.read(name: name, in: directory.rawValue, followingLinks: followingLinks, now: now)
        }
    }

    private func read(_ path: FilePath) -> Result<FileReading, ReadFailure> {
        var reader = PhotoReader()
        return reader.read(path: path, now: later)
    }

    private func kind(_ result: Result<FileReading, ReadFailure>) -> Finding.Kind? {
        if case .failure(let failure) = result { failure.kind } else { nil }
    }

    @Test func `A name beneath a directory and a path give the same reading`() throws {
        let path = try scratch.write(jpeg.bytes)
        let reading = try read(path).get()
        #expect(try read(Array("photo.jpg".utf8)).get() == reading)
        #expect(reading.content.facts?.position.coordinate != nil)
    }

    @Test(arguments: [-20_000_000_000, 20_000_000_000])
    func `A time beyond the nanosecond range is the same for the walk and the reader`(seconds: Int) throws {
        let tree = try TemporaryTree(inMemory: true)
        try tree.write("photo.jpg", jpeg.bytes)
        try tree.setModified("photo.jpg", seconds: seconds)
        let file = try FileDescriptor.open(tree.path("photo.jpg"), .readOnly)
        let fingerprint = try file.closeAfter { try FileStatus(of: file).fingerprint }
        #expect(try read(tree.path("photo.jpg")).get().fingerprint == fingerprint)
    }

    @Test(arguments: [
        ("2006:08:31", CaptureTimeSource.filename, "2026-04-16T10:00:00"), ("2026:04:16", .exif, "2026-04-16T08:00:00"),
    ])
    func `The time of a fix gives way to the name's where the receiver's week number had started over`(
        date: String, source: CaptureTimeSource, taken: String
    ) throws {
        let exif = ExifStructure.sydney(.fractions(0x07, (8, 1), (0, 1), (0, 1)), .text(0x1D, date))
        let path = try scratch.write(JPEGFile(exif).bytes, as: "20260416_100000.jpg")
        let time = try #require(try read(path).get().content.facts?.captureTime)
        #expect(time.source == source)
        #expect(time.wall.text == taken)
    }

    @Test(arguments: [
        ("1970:01:01 00:00:00", "2016-11-19T21:33:34", nil), ("2019:11:19 21:33:34", "2019-11-19T21:33:34", nil),
        ("2099:11:19 21:33:34", "2099-11-19T21:33:34", "2016-11-19T21:33:34" as String?),
    ])
    func `The name's time replaces a clock's first moment, and stands behind one that may lie ahead`(
        written: String, taken: String, next: String?
    ) throws {
        let path = try scratch.write(
            JPEGFile(ExifStructure(exif: [.text(0x9003, written)])).bytes, as: "20161119_213334.jpg")
        let facts = try read(path).get().content.facts
        #expect(facts?.captureTime?.wall.text == taken)
        #expect(facts?.nextCaptureTime?.wall.text == next)
    }

    @Test func `The fingerprint is the file's`() throws {
        let path = try scratch.write(jpeg.bytes)
        let fingerprint = try read(path).get().fingerprint
        var status = stat()
        #expect(unsafe path.withPlatformString { unsafe stat($0, &status) } == 0)
        #expect(fingerprint.size == Int64(jpeg.bytes.count))
        #expect(fingerprint.inode == UInt64(status.st_ino))
        #expect(fingerprint.modified == Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
        #expect(fingerprint.changed == Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec))
    }

    @Test func `A file touched within two seconds of reading is racy`() throws {
        let touched = try read(try scratch.write(jpeg.bytes)).get().fingerprint.modified
        let name = Array("photo.jpg".utf8)
        #expect(try read(name, now: touched + 1_000_000_000).get().isRacy)
        #expect(try !read(name, now: touched + 10_000_000_000).get().isRacy)
    }

    @Test func `Names that are not UTF-8 and names with newlines are read`() throws {
        for name in [[0x62, 0x61, 0x64, 0xFF, 0x2E, 0x6A, 0x70, 0x67], Array("new\nline\u{1B}[1m.jpg".utf8)]
            as [[UInt8]]
        {
            let path = try scratch.write(jpeg.bytes)
            let target = unsafe (Array("\(scratch.path)/".utf8) + name + [0]).withUnsafeBytes { target in
                unsafe path.withPlatformString {
                    unsafe rename($0, target.assumingMemoryBound(to: CChar.self).baseAddress)
                }
            }
            #expect(target == 0)
            #expect(try read(name).get().content.facts != nil)
        }
    }

    @Test func `A name that disappeared has vanished, a path that does not exist is missing`() throws {
        #expect(kind(try read(Array("gone.jpg".utf8))) == .vanished)
        #expect(kind(read(scratch.path.appending("gone.jpg"))) == .missing)
        #expect(kind(read(try scratch.write([1]).appending("below.jpg"))) == .missing)
    }

    @Test func `Directories, FIFOs and devices are refused at once`() throws {
        let fifo = scratch.path.appending("fifo.jpg")
        #expect(unsafe fifo.withPlatformString { unsafe mkfifo($0, 0o600) } == 0)
        #expect(kind(read(fifo)) == .unreadable)
        #expect(kind(try read(Array("fifo.jpg".utf8))) == .unreadable)
        #expect(kind(read(scratch.path)) == .unreadable)
        #expect(kind(read("/dev/null")) == .unreadable)
    }

    @Test func `A symbolic link is read if links are followed, else refused`() throws {
        let target = try scratch.write(jpeg.bytes)
        let made = unsafe target.withPlatformString { target in
            unsafe scratch.path.appending("link.jpg").withPlatformString { unsafe symlink(target, $0) }
        }
        #expect(made == 0)
        let name = Array("link.jpg".utf8)
        #expect(kind(try read(name)) == .unreadable)
        #expect(try read(name, followingLinks: true).get() == read(target).get())
        #expect(try read(scratch.path.appending("link.jpg")).get() == read(target).get())
    }

    // Root may read files of any mode.
    @Test(.enabled(if: geteuid() != 0, "root reads every file"))
    func `A file without permission to read is unreadable`() throws {
        let path = try scratch.write(jpeg.bytes)
        #expect(unsafe path.withPlatformString { unsafe chmod($0, 0) } == 0)
        #expect(kind(read(path)) == .unreadable)
    }

    @Test func `Nothing of one file remains when the next is read`() throws {
        var full = ExifStructure.sydney()
        full.primary = [.text(0x010F, "Maker"), .short(0x0112, 6)]
        full.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
        let first = try scratch.write(
            JPEGFile([JPEGFile.filler(60_000), JPEGFile.filler(60_000), JPEGFile.exif(full)]).bytes)
        let second = try scratch.write(JPEGFile(ExifStructure(exif: [.short(0x8827, 1)])).bytes, as: "second.jpg")
        var reader = PhotoReader()
        let before = try reader.read(path: second, now: later).get()
        #expect(try reader.read(path: first, now: later).get().content.facts?.make == "Maker")
        #expect(try reader.read(path: second, now: later).get() == before)
        #expect(before.content.facts?.make == nil)
    }
}
