import SampleLibrary
import Testing

struct MixedLibraryTests {
    private static let library = SampleLibrary(photos: 400, seed: 8, detail: .small, formats: .mixed)
    private static let mixed = Result { try SampleOnDisk(library) }
    private static let plain = Result { try SampleOnDisk(SampleLibrary(photos: 400, seed: 8, detail: .small)) }

    private func mixed() throws -> [SamplePhoto] { try Self.mixed.get().photos }
    private func plain() throws -> [SamplePhoto] { try Self.plain.get().photos }

    @Test func `Half of the photos are HEIC, a tenth MOV, the rest JPEG`() throws {
        let counts = try Dictionary(grouping: mixed(), by: \.format).mapValues(\.count)
        #expect(counts == [.heic: 200, .mov: 40, .jpeg: 160])
        #expect(try plain().allSatisfy { $0.format == .jpeg })
    }

    @Test func `Names have their format's extension, and all are different`() throws {
        let photos = try mixed()
        let endings = [SampleFormat.jpeg: "jpg", .heic: "heic", .mov: "mov"]
        for photo in photos {
            #expect(photo.path.lowercased().split(separator: ".").last.map(String.init) == endings[photo.format])
        }
        #expect(Set(photos.map { $0.path.lowercased() }).count == 400)
        #expect(photos.contains { $0.path.hasSuffix(".HEIC") } && photos.contains { $0.path.hasSuffix(".heic") })
    }

    @Test func `Each photo is that of an unmixed library, in another format with about the same size`() throws {
        for (photo, other) in try zip(mixed(), plain()) {
            #expect(photo.modified == other.modified && photo.place == other.place && photo.make == other.make)
            #expect(photo.latitude == other.latitude && photo.longitude == other.longitude)
            #expect(photo.takenAt.prefix(19) == other.takenAt.prefix(19))
            #expect(abs(photo.bytes - other.bytes) < 500)
        }
    }

    @Test func `The JPEG files are those of an unmixed library`() throws {
        let written = try Self.mixed.get(), other = try Self.plain.get()
        for photo in written.photos where photo.format == .jpeg {
            #expect(written.files[photo.path] == other.files[photo.path])
        }
    }

    @Test func `The same number and seed give the same bytes`() throws {
        let first = try Self.mixed.get(), second = try SampleOnDisk(Self.library)
        for photo in first.photos { #expect(first.files[photo.path] == second.files[photo.path]) }
    }

    @Test func `No clip has a quirk, and missing values of a clip are null`() throws {
        let clips = try mixed().filter { $0.format == .mov }
        for clip in clips {
            #expect(clip.quirk == nil && clip.positionProblem == nil)
            #expect(clip.processingMethod == nil && clip.gpsTime == nil && clip.thumbnailBytes == nil)
            #expect(clip.utcOffset == clip.placeOffset)
            #expect(clip.takenAt.utf8.count == 19)
        }
        #expect(try Set(mixed().compactMap(\.quirk)).count == 4)
    }
}
