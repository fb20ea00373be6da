import Foundation
import SystemPackage
import Testing

/// A directory that is gone with the last use of the value.
final class TemporaryDirectory: Sendable {
    let path: FilePath

    init() throws {
        let name = "workphotos-sample-" + UUID().uuidString
        let url = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = FilePath(url.path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path.string)
    }

    /// The files below it by relative path, each with its bytes and its mtime.
    func files(below inner: String = "") throws -> [String: File] {
        let top = path.appending(inner).string
        var files: [String: File] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: top) {
            let full = top + "/" + name
            let attributes = try FileManager.default.attributesOfItem(atPath: full)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            let modified = try #require(attributes[.modificationDate] as? Date)
            files[name] = File(bytes: try Data(contentsOf: URL(filePath: full)), modified: modified)
        }
        return files
    }

    struct File: Equatable {
        let bytes: Data
        let modified: Date
    }
}
