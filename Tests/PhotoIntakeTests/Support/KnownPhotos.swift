import Foundation
import PhotoModel
import SystemPackage

/// A collection of photos beside the repository, with a line about each that another program wrote.
enum KnownPhotos {
    static let directory = FilePath(#filePath).removingLastComponent().appending("../../../../shared/photos")

    static var areThere: Bool { FileManager.default.fileExists(atPath: directory.appending("truth.ndjson").string) }

    /// The lines. Some have numbers that only JSON5 has (`Infinity`).
    static func truth() throws -> [KnownPhoto] {
        let lines = try Data(contentsOf: URL(filePath: directory.appending("truth.ndjson").string)).split(separator: 10)
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try lines.map { try decoder.decode(KnownPhoto.self, from: $0) }
    }
}

/// A known difference between our reader and the other program.
struct KnownDifference: Hashable {
    /// Stands for all values of a file that is no photo.
    static let wholeFile = "(whole file)"
    private static let list = FilePath(#filePath).removingLastComponent().appending("../Read/KnownDifferences.tsv")

    let path: String
    let field: String

    /// The listed differences, each with its reason.
    static func listed() throws -> [KnownDifference: String] {
        let text = try String(contentsOf: URL(filePath: list.string), encoding: .utf8)
        var reasons: [KnownDifference: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count == 3, !columns[2].isEmpty else { throw Malformed(line: String(line)) }
            let difference = KnownDifference(path: columns[0], field: columns[1])
            guard reasons.updateValue(columns[2], forKey: difference) == nil else {
                throw Malformed(line: String(line))
            }
        }
        return reasons
    }

    /// A line that is not path, field and reason, or occurs twice.
    struct Malformed: Error {
        let line: String
    }
}

extension FileContent {
    /// The facts of a photo, or of a sidecar; nil for other content.
    var told: PhotoFacts? {
        switch self {
        case .photo(let facts): return facts
        case .sidecar(_, let said):
            var facts = PhotoFacts(format: .jpeg)
            if let said { facts.add(said) }
            return facts
        case .other, .broken: return nil
        }
    }
}
