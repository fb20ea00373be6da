package import SystemPackage

/// A photo library with known places and dates, for the demonstration, the tests and the benchmark.
///
/// The same number of photos, seed and detail give the same bytes, names and mtimes everywhere. Nothing depends on the
/// machine's time, time zone or locale. Photos are JPEG files, or of several formats if requested, in directories by
/// date, such as `2026/2026-05-01/IMG_0001.jpg`. The places are real coordinates with invented names.
package struct SampleLibrary: Sendable {
    /// The level of detail of photos.
    package enum Detail: Sendable {
        /// Pictures of 800 by 600 or 800 by 533 with EXIF, MakerNote and thumbnail: about 100 KB.
        case full
        /// The same EXIF with a shorter MakerNote and a tiny thumbnail and picture: about 4 KiB.
        case small
    }

    /// The name of the file with one ``SamplePhoto`` a line.
    package static let truthName = "truth.ndjson"
    /// The name of the file with the fences.
    package static let fencesName = "fences.geojson"

    /// The number of photos, at least 1. A library of 200 or more has every kind of photo.
    package let count: Int
    /// The seed that the photos are drawn from.
    package let seed: UInt64
    /// The level of detail of each photo.
    package let detail: Detail
    package let formats: Formats
    /// Whether every second JPEG file is edited: without a position, and with an XMP packet.
    package let hasEdited: Bool

    /// Values of `photos` below 1 count as 1.
    package init(photos: Int, seed: UInt64, detail: Detail, formats: Formats = .jpeg, hasEdited: Bool = false) {
        count = max(photos, 1)
        self.seed = seed
        self.detail = detail
        self.formats = formats
        self.hasEdited = hasEdited
    }

    /// The truth of every photo in the order of `truth.ndjson`, without writing files. It encodes the pictures, so it
    /// takes about as long as writing.
    package func photos() -> [SamplePhoto] {
        var maker = PhotoMaker(self)
        var all: [SamplePhoto] = []
        for day in Schedule(photos: count).days where day.count > 0 {
            maker.make(day) { photo, _ in all.append(photo) }
        }
        return all
    }

    /// Writes the photos, `truth.ndjson` and `fences.geojson` to a new or empty directory, and creates missing parent
    /// directories. `written` is called with the truth of each photo after its file is written.
    ///
    /// - Throws: `notEmpty` and `notADirectory` before anything is written; `failed`, which keeps what was written.
    package func write(
        to path: FilePath, written: (SamplePhoto) -> Void = { _ in }
    ) throws(SampleLibraryError) {
        let directory = try OutputDirectory.making(path)
        defer { directory.close() }
        guard try directory.isEmpty() else { throw .notEmpty(path) }
        try directory.write(Self.fencesName, Array(SampleFence.geoJSON.utf8), modified: nil)
        var truth = try TruthFile(in: directory)
        defer { truth.close() }
        var maker = PhotoMaker(self)
        for day in Schedule(photos: count).days where day.count > 0 {
            try write(day, &maker, in: directory, &truth, written)
        }
        try truth.finish()
    }

    private func write(
        _ day: Schedule.Day, _ maker: inout PhotoMaker, in directory: OutputDirectory, _ truth: inout TruthFile,
        _ written: (SamplePhoto) -> Void
    ) throws(SampleLibraryError) {
        let year = try directory.directory(digits(day.date.parts.year, 4))
        defer { year.close() }
        let date = try year.directory(day.date.text(separator: "-"))
        defer { date.close() }
        try maker.make(day) { (photo, bytes) throws(SampleLibraryError) in
            let name = photo.path.split(separator: "/").last.map(String.init) ?? photo.path
            try date.write(name, bytes, modified: photo.modified)
            try truth.append(photo)
            written(photo)
        }
    }
}
