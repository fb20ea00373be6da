internal import PhotoFuzzing
internal import SystemPackage

/// Replays inputs from files: a corpus under a sanitizer, or a find.
struct Replay {
    private let run: FuzzRun
    private let isNaming: Bool

    /// - Parameters:
    ///   - reader: the reader.
    ///   - isNaming: whether each file is named on standard error before it is read, so that the last name is that
    ///     of the file that ended the process.
    /// - Throws: if the input file cannot be created.
    init(_ reader: FuzzedReader, isNaming: Bool) throws {
        run = try FuzzRun(reader)
        self.isNaming = isNaming
    }

    /// Reads every file below `paths` that is or contains an input for the reader, and prints their number and the
    /// slowest one.
    func replay(_ paths: [FilePath]) throws {
        defer { run.finish() }
        var slowest = (time: 0, path: FilePath())
        for path in paths {
            try InputFiles.forEach(below: path) { source, bytes in
                if isNaming { _ = try FileDescriptor.standardError.writeAll("reading \(source)\n".utf8) }
                try read(bytes, from: source)
                if run.slowest > slowest.time { slowest = (run.slowest, source) }
            }
        }
        let times = run.runs == 0 ? "" : "; the slowest took \(slowest.time / 1_000) µs: \(slowest.path)"
        print("\(run.reader.rawValue): \(run.runs) inputs\(times)")
    }

    /// Reads a file itself, and the inputs inside it.
    private func read(_ bytes: [UInt8], from source: FilePath) throws {
        _ = try run.read(bytes)
        for seed in Seeds.find(for: run.reader, in: bytes, ending: source.extension?.lowercased() ?? "") {
            _ = try run.read(seed)
        }
    }
}
