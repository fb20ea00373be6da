import PhotoModel
import Testing

struct LivePhotoTests {
    private func time(_ text: String, _ source: UTCOffsetSource? = nil) throws -> CaptureTime {
        var time = try CaptureTime(parsing: text)
        if let source { time.offset = UTCOffset(seconds: time.offset?.seconds ?? 0, source: source) }
        return time
    }

    private func still(_ name: String, id: String? = nil, taken: String? = "2026-05-01T10:00:00") throws -> GroupingFile
    {
        Directory.file(name, id: id, taken: try taken.map { try time($0) })
    }

    private func clip(
        _ name: String, id: String? = nil, taken: String? = "2026-05-01T10:00:00"
    ) throws -> GroupingFile {
        Directory.file(name, id: id, taken: try taken.map { try time($0) })
    }

    @Test func `One identifier makes a pair, whatever the names, times and lengths`() throws {
        let files = [
            try still("A.HEIC", id: "1"), try clip("B.MOV", id: "1", taken: "2020-01-01T00:00"),
            try still("C.HEIC", id: "2", taken: nil), try clip("D.MOV", id: "2", taken: nil),
        ]
        #expect(Directory.groups(files) == ["A.HEIC:still B.MOV:clip", "C.HEIC:still D.MOV:clip"])
    }

    @Test(arguments: PhotoFormat.allCases.filter { $0.kind == .clip })
    func `A clip of every format goes with its still`(format: PhotoFormat) throws {
        let name = "IMG_1.\(format.rawValue)"
        #expect(Directory.groups([try still("IMG_1.JPG"), try clip(name)]) == ["IMG_1.JPG:still \(name):clip"])
    }

    @Test func `Two candidates by identifier are no pair`() throws {
        let copies = [
            try still("IMG_1.HEIC", id: "1"), try still("IMG_1 (1).HEIC", id: "1"), try clip("IMG_1.MOV", id: "1"),
        ]
        #expect(Directory.groups(copies)?.count == 3)
        let clips = [try still("IMG_1.HEIC", id: "1"), try clip("IMG_1.MOV", id: "1"), try clip("IMG_2.MOV", id: "1")]
        #expect(Directory.groups(clips)?.count == 3)
        let apart = [
            try still("A.HEIC", id: "1"), try still("B.HEIC", id: "1"), try clip("A.MOV", id: "1"),
            try clip("C.MOV", id: "1"),
        ]
        #expect(Directory.groups(apart)?.count == 4)
    }

    @Test func `Copies of still and clip are paired by their stems`() throws {
        let files = [
            try still("IMG_1.HEIC", id: "1"), try still("IMG_1 (1).HEIC", id: "1"), try clip("IMG_1.MOV", id: "1"),
            try clip("img_1 (1).mov", id: "1"),
        ]
        #expect(
            Directory.groups(files) == ["IMG_1 (1).HEIC:still img_1 (1).mov:clip", "IMG_1.HEIC:still IMG_1.MOV:clip"])
    }

    @Test func `A sidecar with their stem does not pair a still and a clip`() throws {
        let files = [try still("A.HEIC", id: "1"), try clip("A.MOV", id: "2"), Directory.file("A.xmp")]
        #expect(Directory.groups(files) == ["A.HEIC:still A.xmp:sidecar", "A.MOV:clip"])
    }

    @Test func `An edit and its original are one candidate`() throws {
        let files = [
            try still("IMG_1.HEIC", id: "1"), try still("IMG_E1.JPG", id: "1"), try clip("IMG_1.MOV", id: "1"),
            try clip("IMG_E1.MOV", id: "1"), Directory.file("IMG_1.AAE"),
        ]
        #expect(
            Directory.groups(files) == [
                "IMG_1.HEIC:still IMG_E1.JPG:edit IMG_E1.MOV:edit IMG_1.MOV:clip IMG_1.AAE:sidecar"
            ])
        let named = [try still("IMG_1.HEIC"), try still("IMG_E1.JPG"), try clip("IMG_1.MOV"), try clip("IMG_E1.MOV")]
        #expect(Directory.groups(named)?.count == 1)
        let raw = [try still("IMG_1.HEIC"), try still("IMG_1.DNG"), try clip("IMG_1.MOV")]
        #expect(Directory.groups(raw) == ["IMG_1.HEIC:still IMG_1.DNG:raw IMG_1.MOV:clip"])
    }

    @Test func `By stem, an identifier that differs or pairs elsewhere prevents a pair`() throws {
        let differing = [try still("IMG_1.HEIC", id: "1"), try clip("IMG_1.MOV", id: "2")]
        #expect(Directory.groups(differing)?.count == 2)
        let elsewhere = [try still("IMG_1.HEIC", id: "1"), try clip("IMG_2.MOV", id: "1"), try clip("IMG_1.MOV")]
        #expect(Directory.groups(elsewhere) == ["IMG_1.HEIC:still IMG_2.MOV:clip", "IMG_1.MOV:clip"])
        let clipElsewhere = [try still("IMG_1.HEIC"), try clip("IMG_1.MOV", id: "1"), try still("IMG_2.HEIC", id: "1")]
        #expect(Directory.groups(clipElsewhere) == ["IMG_1.HEIC:still", "IMG_2.HEIC:still IMG_1.MOV:clip"])
        let one = [try still("IMG_1.HEIC", id: "1"), try clip("IMG_1.MOV")]
        #expect(Directory.groups(one) == ["IMG_1.HEIC:still IMG_1.MOV:clip"])
        let third = [try still("IMG_1.HEIC", id: "1"), try still("IMG_1.JPG"), try clip("IMG_1.MOV", id: "2")]
        #expect(Directory.groups(third) == ["IMG_1.HEIC:still", "IMG_1.JPG:still IMG_1.MOV:clip"])
    }

    @Test func `By stem, two candidates are no pair`() throws {
        #expect(Directory.groups([try still("I.HEIC"), try still("I.JPG"), try clip("I.MOV")])?.count == 3)
        #expect(Directory.groups([try still("I.HEIC"), try clip("i.mp4"), try clip("I.MOV")])?.count == 3)
        let identified = [try still("I.HEIC", id: "1"), try still("I.JPG"), try clip("I.MOV")]
        #expect(Directory.groups(identified)?.count == 3)
    }

    @Test(arguments: [
        ("2026-05-01T10:00:00", "2026-05-01T10:00:03", true), ("2026-05-01T10:00:00", "2026-05-02T10:00:00", true),
        ("2026-05-01T10:00:00", "2026-05-02T10:00:01", false), ("2026-05-01T10:00:00", "2026-04-30T09:59:59", false),
        (nil, "2020-05-01T10:00:00", true), ("2026-05-01T10:00:00", nil, true), (nil, nil, true),
        ("2026-05-01T10:00:00+02:00", "2026-05-02T10:00:00+01:00", false),
        ("2026-05-01T10:00:00+02:00", "2026-05-02T08:00:00+00:00", true),
        ("2026-05-01T10:00:00", "2026-05-02T10:00:00+02:00", true),
    ])
    func `By stem, times that are known are at most a day apart`(
        still taken: String?, clip: String?, isPair: Bool
    ) throws {
        let files = [try still("I.HEIC", taken: taken), try self.clip("I.MOV", taken: clip)]
        #expect(Directory.groups(files)?.count == (isPair ? 1 : 2))
    }

    @Test(arguments: [
        ("2026-05-01T10:00:00", "2026-05-02T20:00:00", true), ("2026-05-01T10:00:00", "2026-05-03T10:00:00", false),
        ("2026-05-01T10:00:00+02:00", "2026-05-02T09:00:00", false),
    ])
    func `A clip's time in UTC is of the same day in any zone`(still taken: String, utc: String, isPair: Bool) throws {
        let clip = Directory.file("I.MOV", taken: try time(utc, .utc))
        #expect(Directory.groups([try still("I.HEIC", taken: taken), clip])?.count == (isPair ? 1 : 2))
    }

    @Test(arguments: [("2026-05-02T23:00:00", true), ("2026-05-09T23:00:00", false)])
    func `A date from a file's name has any hour`(clip: String, isPair: Bool) throws {
        var date = try time("2026-05-01")
        date.source = .filename
        let files = [Directory.file("I.HEIC", taken: date), try self.clip("I.MOV", taken: clip)]
        #expect(Directory.groups(files)?.count == (isPair ? 1 : 2))
    }
}
