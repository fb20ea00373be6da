import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing

/// Photos that the sample library once wrote, stored in TestData with the truth about them: a change in the sample
/// library or the reader fails this test.
struct KeptPhotosTests {
    /// The members of a line of the truth that the reader provides.
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

    /// Whether two angles are equal up to the last bit of a division.
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
