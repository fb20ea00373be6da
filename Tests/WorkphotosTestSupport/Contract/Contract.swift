internal import Foundation
import PhotoModel
package import SystemPackage
internal import Testing

/// What the program promises of its JSON lines: each is as the schema of its type says.
package enum Contract {
    /// Where the schemas are, a file a type.
    package static let directory = FilePath(#filePath).removingLastComponent()
        .appending("../../../Sources/workphotos/schema")

    private static let start = Array(#"{"type":""#.utf8)
    /// GeoJSON's types have a standard of their own, and a collection of them is one value in many lines.
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

    /// The bytes of a type's schema.
    ///
    /// - Throws: where it has none.
    package static func bytes(of type: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: directory.appending("\(type).json").string)))
    }

    /// What is wrong with the JSON lines among what was written; what is not at its line's end yet does not count.
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

    /// Fails the test where something is wrong with the JSON lines among what was written.
    package static func hold(_ output: some Sequence<UInt8>) {
        for breach in breaches(in: output) { Issue.record("a line is not as its schema says: \(breach)") }
    }

    private static func schema(_ type: String) throws -> JSONSchema {
        try JSONSchema(parsing: try bytes(of: type))
    }
}
