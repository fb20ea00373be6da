import Foundation
import SampleLibrary
import Testing
import WorkphotosTestSupport

/// A library on disk with its truth.
struct SampleOnDisk {
    let photos: [SamplePhoto]
    let files: [String: WrittenFile]

    init(_ library: SampleLibrary) throws {
        let directory = try TemporaryTree(inMemory: true)
        var photos: [SamplePhoto] = []
        try library.write(to: directory.path) { photos.append($0) }
        files = try directory.files()
        self.photos = photos
    }

    /// The EXIF block of a photo's file.
    func exif(_ photo: SamplePhoto) throws -> ExifReader {
        let file = try #require(files[photo.path])
        return try #require(ExifReader(file.bytes))
    }
}
