internal import Foundation
import PhotoModel
package import SystemPackage
internal import Testing

/// The contract of the program's JSON lines: each matches the schema of its type.
package enum Contract {
    /// The directory of the schemas, one file for each type.
    package static let directory = FilePath(#filePath).removingLastComponent()
        .appending("../../../Sources/workphotos/schema")

    private static let start = Array(#"{"type":""#.utf8)
    /// GeoJSON has its own standard, and a collection is one value on many lines.
    private static let startOfGeoJSON = Array(#"{"type":"Feature"#.utf8)

    private static let schemas: [String: Result<JSONSchema, any Error>] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.string)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".json") }.map { name in
                (String(name.dropLast(5)), Result { try schema(String(name.dropLast(5))) })
            })
    }()

    /// The types that have a schema.
    package static var types: [String] { schemas.keys.sorted() }

    /// What a `photo` line of `inspect --judge` has beside that of a list.
    package static let membersOfInspection: Set = [
        "changedAt", "inode", "fixAt", "processingMethod", "duration", "fileLatitude", "fileLongitude", "fileTakenAt",
        "unsetTakenAt", "unsetTakenAtSource", "sidecarNotes",
    ]

    /// The bytes of a type's schema.
    ///
    /// - Throws: if there is none.
    package static func bytes(of type: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: directory.appending("\(type).json").string)))
    }

    /// The violations in the JSON lines of an output. An incomplete last line does not count.
    package static func breaches(in output: some Sequence<UInt8>) -> [String] {
        let lines = Array(output).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        return lines.filter { $0.starts(with: start) && !$0.starts(with: startOfGeoJSON) }.flatMap { line -> [String] in
            do {
                let value = try JSONDocument(parsing: Array(line)).root
                guard let type = try value.member("type")?.text else { return [] }
                guard let schema = try schemas[type]?.get() else { return ["there is no schema of \(type)"] }
                return schema.complaints(about: value).map { "\(type): \($0)" }
            } catch {
                return ["\(error): \(String(decoding: line, as: UTF8.self))"]
            }
        }
    }

    /// Records an issue for each violation in the JSON lines of an output.
    package static func hold(_ output: some Sequence<UInt8>) {
        for breach in breaches(in: output) { Issue.record("a line is not as its schema says: \(breach)") }
    }

    private static func schema(_ type: String) throws -> JSONSchema {
        try JSONSchema(parsing: try bytes(of: type))
    }
}
