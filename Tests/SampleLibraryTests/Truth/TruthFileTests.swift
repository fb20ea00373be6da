import Foundation
import SampleLibrary
import Testing

struct TruthFileTests {
    /// The members of a line that are compared; every key must be present, even if null.
    private struct Line: Decodable {
        let path: String
        let latitude, longitude, horizontalAccuracy: Double?
        let takenAt: String
        let utcOffset, positionProblem, fence: String?
        let thumbnailBytes: Int
        let verdict, reason: String
    }

    @Test func `Each line is one photo of the truth, in order`() throws {
        let written = try SampleOnDisk(SampleLibrary(photos: 130, seed: 2, detail: .small))
        let file = try #require(written.files[SampleLibrary.truthName])
        let lines = file.bytes.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 130)
        for (text, photo) in zip(lines, written.photos) {
            let line = try JSONDecoder().decode(Line.self, from: Data(text))
            #expect(line.path == photo.path)
            #expect(line.latitude == photo.latitude && line.longitude == photo.longitude)
            #expect(line.horizontalAccuracy == photo.horizontalAccuracy)
            #expect(line.positionProblem == photo.positionProblem)
            #expect(line.takenAt == photo.takenAt && line.utcOffset == photo.utcOffset)
            #expect(line.thumbnailBytes == photo.thumbnailBytes)
            #expect(line.verdict == photo.verdict.rawValue && line.reason == photo.reason.rawValue)
            #expect(line.fence == photo.fence)
        }
    }

    @Test func `Each line has every key, null where the photo does not say`() throws {
        let written = try SampleOnDisk(SampleLibrary(photos: 20, seed: 2, detail: .small))
        let file = try #require(written.files[SampleLibrary.truthName])
        for text in file.bytes.split(separator: UInt8(ascii: "\n")) {
            let keys = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
            #expect(keys?.count == 30)
        }
    }
}
