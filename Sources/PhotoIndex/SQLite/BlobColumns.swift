import FoundationEssentials
import GRDB
import PhotoModel
import SystemPackage

/// A blob of the index in a Codable record: the bytes of a path or a hash.
struct Blob: Hashable, Codable, DatabaseValueConvertible {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ path: FilePath) { bytes = path.bytes }

    /// The path that has these bytes.
    var path: FilePath { FilePath(bytes: bytes) }

    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Blob? {
        Data.fromDatabaseValue(value).map { Blob(Array($0)) }
    }
}
