import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Compares with another reader of EXIF, for entries in many types, counts, orders and places.
@Suite(.enabled(if: Exiftool.isThere, "there is no exiftool here"))
struct ExiftoolAgreementTests {
    @Test(arguments: ["jpg", "tif"]) func `Facts agree with exiftool's`(ending: String) throws {
        let scratch = try TemporaryTree(inMemory: true)
        defer { extendLifetime(scratch) }
        for seed in 0..<150 as Range<UInt64> {
            // It reads single bytes of other types as numbers.
            let varied = VariedExif(seed: seed, textKinds: [.ascii])
            let bytes = ending == "jpg" ? JPEGFile(varied.structure).bytes : varied.file(isBig: false).bytes
            try scratch.write(FilePath("\(seed).\(ending)"), bytes)
        }
        let answers = try Exiftool.answers(for: scratch.path)
        #expect(answers.filter { $0.latitude != nil && $0.longitude != nil }.count > 75)
        #expect(answers.filter { $0.orientation != nil && $0.taken != nil }.count > 40)
        var reader = PhotoReader()
        for answer in answers {
            let path = FilePath(answer.path)
            let facts = try #require(try reader.read(path: path, now: later).get().content.facts)
            for difference in answer.differences(from: facts) {
                Issue.record("\(path.lastComponent?.string ?? ""): \(difference)")
            }
        }
    }
}

/// The program exiftool, if it is installed.
private enum Exiftool {
    /// What it reads from one file.
    struct Answer: Decodable {
        let path: String
        let latitude, longitude: Double?
        let taken: String?
        let orientation: Int?

        enum CodingKeys: String, CodingKey {
            case path = "SourceFile"
            case latitude = "GPSLatitude"
            case longitude = "GPSLongitude"
            case taken = "DateTimeOriginal"
            case orientation = "Orientation"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            path = try values.decode(String.self, forKey: .path)
            latitude = try? values.decode(Double.self, forKey: .latitude)
            longitude = try? values.decode(Double.self, forKey: .longitude)
            taken = try? values.decode(String.self, forKey: .taken)
            // It returns several numbers as text.
            orientation = try? values.decode(Int.self, forKey: .orientation)
        }

        func differences(from facts: PhotoFacts) -> [String] {
            var found: [String] = []
            for (name, said, wanted) in [
                ("latitude", facts.position.coordinate?.latitude, latitude),
                ("longitude", facts.position.coordinate?.longitude, longitude),
                ("orientation", facts.orientation.map(Double.init), orientation.map(Double.init)),
            ] {
                guard let wanted else { continue }
                if said.map({ abs($0 - wanted) < 1e-6 }) != true {
                    found.append("\(name): \(said as Any), not \(wanted)")
                }
            }
            // It keeps the separators.
            if let taken, facts.captureTime?.wall.text.filter(\.isNumber) != taken.prefix(19).filter(\.isNumber) {
                found.append("time: \(facts.captureTime as Any), not \(taken)")
            }
            return found
        }
    }

    private static let path = ["/usr/bin/exiftool", "/usr/local/bin/exiftool", "/opt/homebrew/bin/exiftool"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isThere: Bool { path != nil }

    static func answers(for directory: FilePath) throws -> [Answer] {
        let program = Program(path: try #require(path), home: directory.string)
        let outcome = try program.run(
            "-q", "-j", "-n", "-Composite:GPSLatitude", "-Composite:GPSLongitude", "-EXIF:DateTimeOriginal",
            "-EXIF:Orientation", directory.string)
        return try JSONDecoder().decode([Answer].self, from: Data(outcome.output.utf8))
    }
}
