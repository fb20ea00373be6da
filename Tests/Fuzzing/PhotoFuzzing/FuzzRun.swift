internal import Glibc
internal import PhotoIntake
internal import PhotoModel
internal import SystemPackage

/// Hands inputs to a reader, one after another, in the way in which the program does, and measures what each costs.
package final class FuzzRun {
    /// What an input costs at most, in nanoseconds of processor time. The program promises 50 ms; the sanitizer takes
    /// several times as long, and a measurement on a busy machine is off by some milliseconds.
    package static let mostTime = 250_000_000

    /// The reader.
    package let reader: FuzzedReader
    /// How many inputs were read.
    package private(set) var runs = 0
    /// The processor time that the slowest input took, in nanoseconds.
    package private(set) var slowest = 0
    /// The length of that input in bytes.
    package private(set) var slowestSize = 0
    private let file: InputFile
    private var photos = PhotoReader()

    /// Makes the file that the reader reads.
    package init(_ reader: FuzzedReader) throws {
        self.reader = reader
        file = try InputFile(name: reader.fileName, prefix: reader.prefix)
    }

    /// Has the reader read an input. False where it is none of this reader's.
    ///
    /// What takes too long ends the process, as a trap would. It is measured three times before that, since the
    /// processor is shared.
    package func read(_ bytes: [UInt8]) throws -> Bool {
        guard reader.takes(bytes) else { return false }
        var time = try measure(bytes)
        for _ in 0..<2 where time > Self.mostTime { time = min(time, try measure(bytes)) }
        runs += 1
        if time > slowest { (slowest, slowestSize) = (time, bytes.count) }
        guard time <= Self.mostTime else { fatalError("takes \(time / 1_000_000) ms of processor time") }
        return true
    }

    /// Removes the file that inputs are written to. Nothing can be read afterwards.
    package func finish() {
        file.remove()
    }

    /// Reads the input, and gives the nanoseconds of processor time that the reader took.
    private func measure(_ bytes: [UInt8]) throws -> Int {
        switch reader {
        case .fences: return Self.time { FenceRoundTrip.check(bytes) }
        case .maps: return Self.time { MapImport.check(bytes) }
        case .tracks: return Self.time { TrackLookUp.check(bytes) }
        case .exif: try file.write(ExifEnvelope.jpeg(around: bytes))
        default: try file.write(bytes)
        }
        return Self.time {
            guard case .success = photos.read(path: file.path, now: 0) else { fatalError("the file cannot be read") }
        }
    }

    private static func time(_ work: () -> Void) -> Int {
        let start = processorTime
        work()
        return processorTime - start
    }

    private static var processorTime: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
