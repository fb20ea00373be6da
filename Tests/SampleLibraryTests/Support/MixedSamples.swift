import SampleLibrary

/// Mixed libraries for several suites, made once because that takes long.
enum MixedSamples {
    static let library = SampleLibrary(photos: 400, seed: 8, detail: .small, formats: .mixed)
    static let small = Result { try SampleOnDisk(library) }
    /// HEIC files in tiles, two JPEG files and a clip.
    static let full = Result { try SampleOnDisk(SampleLibrary(photos: 6, seed: 8, detail: .full, formats: .mixed)) }

    /// Calls `body` with each photo of a format and its file.
    static func each(_ format: SampleFormat, _ body: (SamplePhoto, WrittenFile) throws -> Void) throws {
        for written in [try small.get(), try full.get()] {
            for photo in written.photos where photo.format == format {
                if let file = written.files[photo.path] { try body(photo, file) }
            }
        }
    }
}
