import SampleLibrary
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
}
