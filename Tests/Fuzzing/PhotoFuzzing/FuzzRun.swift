internal import Glibc
internal import PhotoIntake
internal import PhotoModel
internal import SystemPackage

/// Passes inputs to a reader one by one, as the program does, and measures the cost of each. An input is a file in
/// memory, so that the program needs no way in for a fuzzer.
package final class FuzzRun {
    /// The maximum processor time for an input, in nanoseconds. The program promises 50 ms; the sanitizer takes several
    /// times as long, and measurements on a busy machine are off by some milliseconds.
    package static let mostTime = 250_000_000

    package let reader: FuzzedReader
    /// The number of inputs read.
    package private(set) var runs = 0
    /// The processor time of the slowest input, in nanoseconds.
    package private(set) var slowest = 0
    /// The size of the slowest input in bytes.
    package private(set) var slowestSize = 0
    private let file: InputFile
    private var photos = PhotoReader()

    package init(_ reader: FuzzedReader) throws {
        self.reader = reader
        file = try InputFile(name: reader.fileName, prefix: reader.prefix)
    }

    /// Reads an input. Returns false if the input does not belong to this reader.
    ///
    /// An input that takes too long traps, after three measurements, because the processor is shared.
    package func read(_ bytes: [UInt8]) throws -> Bool {
        guard reader.takes(bytes) else { return false }
        var time = try measure(bytes)
        for _ in 0..<2 where time > Self.mostTime { time = min(time, try measure(bytes)) }
        runs += 1
        if time > slowest { (slowest, slowestSize) = (time, bytes.count) }
        guard time <= Self.mostTime else { fatalError("takes \(time / 1_000_000) ms of processor time") }
        return true
    }

    /// Removes the input file. Nothing can be read afterwards.
    package func finish() {
        file.remove()
    }

    /// Reads the input and returns the reader's processor time in nanoseconds.
    private func measure(_ bytes: [UInt8]) throws -> Int {
        switch reader {
        case .fences: return Self.time { FenceRoundTrip.check(bytes) }
        case .maps: return Self.time { MapImport.check(bytes) }
        case .tracks: return Self.time { TrackLookUp.check(bytes) }
        case .exif: try file.write(ExifEnvelope.jpeg(around: bytes))
        default: try file.write(bytes)
        }
        if reader == .clean {
            let copy = file.path.removingLastComponent().appending("copy")
            return Self.time { CleanRun.check(file.path, writing: copy) }
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
