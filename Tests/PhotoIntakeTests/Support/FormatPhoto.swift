import Foundation
import PhotoModel
import SystemPackage

/// A line of `TestData/formats/truth.ndjson`: the truth about one file, by the names of the contract's `photo`, and
/// `problem`.
struct FormatPhoto: Decodable {
    /// A value. Numbers are equal up to the last bits of a division.
    enum Value: Decodable, Equatable {
        case text(String)
        case number(Double)
        case nothing

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        init(_ text: String?) { self = text.map(Value.text) ?? .nothing }

        init(_ number: Double?) { self = number.map(Value.number) ?? .nothing }

        init(_ number: Int?) { self.init(number.map(Double.init)) }

        static func == (left: Value, right: Value) -> Bool {
            switch (left, right) {
            case (.text(let left), .text(let right)): left == right
            case (.number(let left), .number(let right)): abs(left - right) < 1e-9
            case (.nothing, .nothing): true
            default: false
            }
        }
    }

    static let directory = FilePath(#filePath).removingLastComponent().appending("../../../TestData/formats")

    /// The path below ``directory``.
    let path: String
    private let values: [String: Value]

    init(from decoder: any Decoder) throws {
        var values = try [String: Value](from: decoder)
        guard case .text(let path) = values.removeValue(forKey: "path") else {
            throw DecodingError.valueNotFound(
                String.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no path"))
        }
        (self.path, self.values) = (path, values)
    }

    /// All lines.
    static func truth() throws -> [FormatPhoto] {
        let lines = try Data(contentsOf: URL(filePath: directory.appending("truth.ndjson").string)).split(separator: 10)
        return try lines.map { try JSONDecoder().decode(FormatPhoto.self, from: $0) }
    }

    /// The format; nil if the file is not a photo.
    var format: PhotoFormat? {
        if case .text(let name)? = values["format"] { PhotoFormat(rawValue: name) } else { nil }
    }

    /// `path: member` with both values, for each member that differs or that only one of them has.
    func differences(from content: FileContent) -> [String] {
        let said = Self.values(of: content)
        return Set(values.keys).union(said.keys).sorted().filter { values[$0] != said[$0] }.map { name in
            let (truth, said) = (values[name].map { "\($0)" }, said[name].map { "\($0)" })
            return "\(path): \(name) is \(truth ?? "not in the truth"), got \(said ?? "nothing to compare")"
        }
    }

    private static func values(of content: FileContent) -> [String: Value] {
        let facts = content.facts
        let time = facts?.ownCaptureTime
        return [
            "problem": Value(content.problem?.rawValue),
            "format": Value(facts?.format.rawValue),
            "latitude": Value(facts?.position.coordinate?.latitude),
            "longitude": Value(facts?.position.coordinate?.longitude),
            "positionSource": Value(facts?.positionSource?.rawValue),
            "positionProblem": Value(facts?.position.problem?.rawValue),
            "altitude": Value(facts?.altitude),
            "horizontalAccuracy": Value(facts?.horizontalAccuracy),
            "takenAt": Value(time?.wall.text),
            "utcOffset": Value(time?.offset?.text),
            "utcOffsetSource": Value(time?.offset?.source.rawValue),
            "takenAtSource": Value(time?.source.rawValue),
            "make": Value(facts?.make),
            "model": Value(facts?.model),
            "width": Value(facts?.width),
            "height": Value(facts?.height),
            "orientation": Value(facts?.orientation),
            "contentIdentifier": Value(facts?.contentIdentifier),
        ]
    }
}
