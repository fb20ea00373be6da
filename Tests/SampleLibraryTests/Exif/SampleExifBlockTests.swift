import SampleLibrary
import Testing

struct SampleExifBlockTests {
    /// Photos with every kind of position, camera and time zone.
    private static let written = Result { try SampleOnDisk(SampleLibrary(photos: 220, seed: 4, detail: .small)) }

    @Test func `The EXIF agrees with the truth`() throws {
        let written = try Self.written.get()
        for photo in written.photos {
            let file = try written.exif(photo)
            #expect(file.text(file.main[0x010F]) == photo.make)
            #expect(file.text(file.main[0x0110]) == photo.model)
            #expect(file.short(file.main[0x0112]) == photo.orientation)
            #expect(file.text(file.exif[0x9011]) == photo.utcOffset)
            let taken = try #require(file.text(file.exif[0x9003])), fraction = file.text(file.exif[0x9291])
            let date = taken.prefix(10).split(separator: ":").joined(separator: "-")
            #expect("\(date)T\(taken.suffix(8)).\(fraction ?? "")" == photo.takenAt)
            #expect(file.long(file.exif[0xA002]) == photo.width)
            #expect(file.long(file.exif[0xA003]) == photo.height)
        }
    }

    @Test func `The position's rationals and references give the truth's degrees`() throws {
        let written = try Self.written.get()
        for photo in written.photos {
            let file = try written.exif(photo)
            guard let latitude = photo.latitude, let longitude = photo.longitude else {
                #expect((file.gps[0x0002] == nil) == (photo.positionProblem == nil))
                continue
            }
            let signs = [0x0001: latitude < 0 ? "S" : "N", 0x0003: longitude < 0 ? "W" : "E"]
            for (tag, sign) in signs { #expect(file.text(file.gps[tag]) == sign) }
            for (tag, value) in [0x0002: latitude, 0x0004: longitude] {
                let parts = try #require(file.rationals(file.gps[tag]))
                #expect(parts.count == 3 && parts[1] < 60 && parts[2] < 60)
                #expect(abs(parts[0] + parts[1] / 60 + parts[2] / 3_600 - abs(value)) < 1e-11)
            }
            #expect(file.rationals(file.gps[0x001F])?.first == photo.horizontalAccuracy)
        }
    }

    @Test func `Impossible positions are written as by phones`() throws {
        let written = try Self.written.get()
        for photo in written.photos {
            let file = try written.exif(photo)
            let parts = file.rationals(file.gps[0x0002])
            switch photo.positionProblem {
            case "null-island": #expect(parts == [0, 0, 0])
            case "zero-denominator": #expect(parts?.allSatisfy(\.isNaN) == true)
            default: break
            }
        }
        #expect(Set(written.photos.map(\.positionProblem)).isSuperset(of: ["null-island", "zero-denominator", nil]))
    }

    @Test func `There are at least forty entries, including a MakerNote, from every camera`() throws {
        let written = try Self.written.get()
        for photo in written.photos {
            let file = try written.exif(photo)
            #expect(file.main.count + file.exif.count + file.gps.count + file.second.count >= 40)
            let note = try #require(file.exif[0x927C])
            #expect(note.type == 7 && note.count > 100)
        }
    }

    @Test func `The thumbnail is a JPEG file with the truth's length`() throws {
        let written = try Self.written.get()
        for photo in written.photos {
            let thumbnail = try #require(try written.exif(photo).thumbnail)
            #expect(thumbnail.count == photo.thumbnailBytes)
            #expect(thumbnail.starts(with: [0xFF, 0xD8]) && thumbnail.suffix(2) == [0xFF, 0xD9])
        }
    }
}
