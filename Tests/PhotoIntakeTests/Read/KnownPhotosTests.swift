import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing

// The photos belong to others and are no part of the repository; where they do not lie beside it, this is skipped.
@Suite(.enabled(if: KnownPhotos.areThere, "there is no ../shared/photos/truth.ndjson beside the repository"))
struct KnownPhotosTests {
    @Test func `Every JPEG gives the values that are known of it`() throws {
        var reader = PhotoReader()
        var compared = 0
        for truth in try KnownPhotos.truth() where truth.format == "JPEG" && truth.path.hasPrefix("jpeg/") {
            let reading = try reader.read(path: KnownPhotos.directory.appending(truth.path), now: later).get()
            guard let photo = reading.content.facts else {
                #expect(KnownPhotos.damaged.contains(truth.path), "\(truth.path)")
                continue
            }
            compared += 1
            for difference in truth.differences(from: photo) {
                #expect(KnownPhotos.explained.contains(difference), "\(difference)")
            }
        }
        #expect(compared > 100)
    }

    @Test func `Every XMP file gives the values that are known of it`() throws {
        var reader = PhotoReader()
        for truth in try KnownPhotos.truth() where truth.format == "XMP" && truth.path.hasPrefix("sidecar/") {
            let reading = try reader.read(path: KnownPhotos.directory.appending(truth.path), now: later).get()
            var photo = PhotoFacts(format: .jpeg)
            photo.add(try #require(reading.content.said))
            // XMP tells the size of a picture that it is not itself.
            (photo.width, photo.height) = (truth.width, truth.height)
            #expect(truth.differences(from: photo) == [])
        }
    }

    @Test func `Nothing in the collection makes reading fail`() throws {
        var reader = PhotoReader()
        for truth in try KnownPhotos.truth() {
            let result = reader.read(path: KnownPhotos.directory.appending(truth.path), now: later)
            #expect(throws: Never.self) { try result.get() }
        }
    }
}
