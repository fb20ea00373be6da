import FoundationEssentials
import GRDB
import PhotoModel
import SystemPackage

/// A blob of the index in a Codable record: the bytes of a path or a hash.
struct Blob: Hashable, Codable, DatabaseValueConvertible {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ path: FilePath) { bytes = path.bytes }

    var path: FilePath { FilePath(bytes: bytes) }

    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Blob? {
        Data.fromDatabaseValue(value).map { Blob(Array($0)) }
    }
}

extension FilePath {
    /// Whether the path is `directory` or below it.
    func isWithin(_ directory: FilePath) -> Bool {
        starts(with: directory)
    }

    /// The rest of the path below a directory, without slashes at the ends; empty for the directory itself.
    func bytes(below directory: FilePath) -> [UInt8] {
        Array(bytes.dropFirst(directory.length).drop { $0 == UInt8(ascii: "/") })
    }
}

extension PreparedQuery {
    /// The path whose bytes a blob has; empty for NULL.
    func path(_ column: Int32) -> FilePath {
        unsafe withBytes(column) { bytes in
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { characters in
                unsafe UnsafeMutableRawBufferPointer(characters).copyBytes(from: bytes)
                unsafe characters[bytes.count] = 0
                guard let start = characters.baseAddress else { return FilePath() }
                return unsafe FilePath(platformString: start)
            }
        }
    }

    func optionalPath(_ column: Int32) -> FilePath? {
        isNull(column) ? nil : path(column)
    }
}
