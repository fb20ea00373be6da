import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing

/// Photos that are kept in TestData as they once were written, with what is true of them: neither the sample library
/// nor the reader can change its mind without this test.
struct KeptPhotosTests {
    /// A line of the truth, as far as one file's reading goes.
    struct Truth: Decodable {
        let path, make, model, takenAt: String
        let latitude, longitude, altitude, horizontalAccuracy: Double?
        let utcOffset: String?
        let width, height, orientation, thumbnailBytes: Int
    }

    private static let directory = FilePath(#filePath).removingLastComponent().appending("../../../TestData/sample")

    private static func truth() throws -> [Truth] {
        let lines = try Data(contentsOf: URL(filePath: directory.appending("truth.ndjson").string)).split(separator: 10)
        return try lines.map { try JSONDecoder().decode(Truth.self, from: $0) }
    }

    /// Whether two angles are the same but for the last bit of a division.
    private func agree(_ said: Double?, _ truth: Double?) -> Bool {
        guard let said, let truth else { return said == nil && truth == nil }
        return abs(said - truth) < 1e-12
    }

    @Test func `Every kept photo gives the facts of the truth file`() throws {
        let truth = try Self.truth()
        #expect(truth.count == 12)
        var reader = PhotoReader()
        for photo in truth {
            let path = Self.directory.appending(photo.path)
            let content = try reader.read(path: path, now: later).get().content
            let facts = try #require(content.facts, "\(photo.path)")
            #expect(agree(facts.position.coordinate?.latitude, photo.latitude))
            #expect(agree(facts.position.coordinate?.longitude, photo.longitude))
            #expect(facts.altitude == photo.altitude)
            #expect(facts.horizontalAccuracy == photo.horizontalAccuracy)
            #expect(facts.make == photo.make && facts.model == photo.model)
            #expect(facts.captureTime?.wall.text.prefix(19) == photo.takenAt.prefix(19))
            #expect(facts.captureTime?.offset?.text == photo.utcOffset)
            #expect(facts.width == photo.width && facts.height == photo.height)
            #expect(facts.orientation == photo.orientation && facts.thumbnailBytes == photo.thumbnailBytes)
        }
    }
}
