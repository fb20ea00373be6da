import SystemPackage

extension FilePath {
    /// The path as bytes, without the zero at its end.
    var pathBytes: [UInt8] {
        unsafe withPlatformString { start in
            unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
        }
    }

    /// The path that the bytes spell.
    init(pathBytes bytes: some Sequence<UInt8>) {
        let characters = bytes.map { CChar(bitPattern: $0) } + [0]
        self = unsafe characters.withUnsafeBufferPointer { characters in
            guard let start = characters.baseAddress else { return FilePath() }
            return unsafe FilePath(platformString: start)
        }
    }

    /// The path with a suffix to its last name: SQLite's names for the files beside a database.
    func appendingToName(_ suffix: String) -> FilePath {
        FilePath(pathBytes: pathBytes + Array(suffix.utf8))
    }

    /// Whether the path is `directory` or lies below it.
    func isWithin(_ directory: FilePath) -> Bool {
        starts(with: directory)
    }

    /// What follows the path of a directory above, without slashes at the ends; empty for the directory itself.
    func bytes(below directory: FilePath) -> [UInt8] {
        Array(pathBytes.dropFirst(directory.length).drop { $0 == UInt8(ascii: "/") })
    }
}
