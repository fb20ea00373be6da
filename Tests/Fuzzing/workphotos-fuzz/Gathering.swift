internal import Glibc
internal import PhotoFuzzing
internal import SystemPackage

/// Writes a reader's inputs found in files to one directory.
struct Gathering {
    private let reader: FuzzedReader
    private let directory: FilePath

    init(_ reader: FuzzedReader, into directory: FilePath) {
        self.reader = reader
        self.directory = directory
    }

    /// Gathers from the files below `paths`. Seeds are named by number and source.
    func gather(_ paths: [FilePath]) throws {
        var count = 0
        for path in paths {
            try InputFiles.forEach(below: path) { source, bytes in
                for seed in Seeds.find(for: reader, in: bytes, ending: source.extension?.lowercased() ?? "") {
                    guard reader.takes(seed) else { continue }
                    count += 1
                    try write(seed, called: "\(count)-\(source.lastComponent?.string ?? "seed")")
                }
            }
        }
    }

    private func write(_ seed: [UInt8], called name: String) throws {
        let file = try FileDescriptor.open(
            directory.appending(name), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        _ = try file.closeAfter { try file.writeAll(seed) }
    }
}
