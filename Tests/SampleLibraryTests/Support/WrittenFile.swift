import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A file of a library, with its bytes and its mtime.
struct WrittenFile: Equatable {
    let bytes: Data
    let modified: Date
}

extension TemporaryTree {
    /// The files below it by relative path.
    func files(below inner: FilePath = "") throws -> [String: WrittenFile] {
        let top = path(inner).string
        var files: [String: WrittenFile] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: top) {
            let full = top + "/" + name
            let attributes = try FileManager.default.attributesOfItem(atPath: full)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            let modified = try #require(attributes[.modificationDate] as? Date)
            files[name] = WrittenFile(bytes: try Data(contentsOf: URL(filePath: full)), modified: modified)
        }
        return files
    }
}
