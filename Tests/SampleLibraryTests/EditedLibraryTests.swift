import Foundation
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct EditedLibraryTests {
    private static let plain = Result { try SampleOnDisk(SampleLibrary(photos: 100, seed: 8, detail: .small)) }
    private static let edited = Result {
        try SampleOnDisk(SampleLibrary(photos: 100, seed: 8, detail: .small, hasEdited: true))
    }

    @Test func `Every second photo was edited, and the others equal those of an unedited library`() throws {
        let (plain, edited) = (try Self.plain.get(), try Self.edited.get())
        for (number, (photo, other)) in zip(edited.photos, plain.photos).enumerated() {
            #expect(photo.path == other.path && photo.takenAt == other.takenAt && photo.make == other.make)
            if number % 2 == 0 {
                #expect(edited.files[photo.path] == plain.files[other.path])
            } else {
                #expect(photo.latitude == nil && photo.reason == .noPosition && photo.quirk == nil)
            }
        }
    }

    @Test func `An edited photo contains a packet with its camera and no position`() throws {
        let edited = try Self.edited.get()
        let photo = edited.photos[1]
        let bytes = try #require(edited.files[photo.path]).bytes
        let start = try #require(bytes.firstRange(of: Data("<?xpacket begin".utf8))).lowerBound
        let end = try #require(bytes.firstRange(of: Data("<?xpacket end=\"w\"?>".utf8))).upperBound
        let packet = bytes[start..<end]
        #expect((6_000...10_000).contains(packet.count))
        let text = try #require(String(data: packet, encoding: .utf8))
        #expect(text.contains("tiff:Model=\"\(photo.model)\"") && !text.contains("GPS"))
    }
}
