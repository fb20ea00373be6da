import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The files of one shot, as cameras, editors and programs name them, from the scan to the purge.
///
/// The shots are in directories of their own. Only the first file of each tells a place: what does not belong to it is
/// no work, and stays.
struct PurgedShotTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("b.jpg") }

    // MARK: - Files

    /// Writes files below a directory of the library. Only the first tells a place, and each has bytes of its own.
    private func write(_ names: [String], in directory: String, at place: (latitude: Double, longitude: Double))
        throws
    {
        for (number, name) in names.enumerated() {
            let path = "photos/\(directory)/\(name)"
            let bytes = Self.bytes(path, at: number == 0 ? place : nil)
            try world.tree.write(FilePath(path), bytes)
        }
    }

    /// A photo or film of a moment, or what a program writes beside it, by the ending.
    private static func bytes(_ path: String, at place: (latitude: Double, longitude: Double)?) -> [UInt8] {
        switch FilePath(path).extension?.lowercased() {
        case "mov", "mp4", "mp", "mp~2", "insv", "lrv", "lrf", "glv": film(path, at: place)
        case "dng": raw(path)
        case "jpg", "jpeg", "heic", "thm": still(path, at: place)
        default: Array(path.utf8)
        }
    }

    private static func still(_ path: String, at place: (latitude: Double, longitude: Double)?) -> [UInt8] {
        var photo = TestPhoto(at: place, taken: "2026:05:04 10:00:00")
        photo.tail = Array(path.utf8)
        return photo.bytes
    }

    /// Of 08:00 UTC, when clocks showed 10:00 in Berlin.
    private static func film(_ path: String, at place: (latitude: Double, longitude: Double)?) -> [UInt8] {
        // Both are positive.
        let position = place.map { [("xyz", "+\($0.latitude)+0\($0.longitude)/")] } ?? []
        return MovieFile([
            MovieFile.header(created: 3_860_726_400), MovieFile.userData([("cmt", path)] + position),
        ]).bytes
    }

    private static func raw(_ path: String) -> [UInt8] {
        var picture = TIFFFile.Directory.picture(
            64, 48, [.text(0x010F, "Leica"), .text(0x0110, "M11"), .bytes(0xC612, .byte, [1, 4, 0, 0])])
        picture.exif = [.text(0x9003, "2026:05:04 10:00:00")]
        return TIFFFile(picture).bytes + Array(path.utf8)
    }

    /// The names of files, below the library, in order.
    private func paths(_ groups: [[String]], in directory: String) -> [String] {
        groups.enumerated().flatMap { number, names in names.map { "\(directory)/\(number)/\($0)" } }.sorted()
    }

    /// Scans, uploads everything and removes what is in a directory; so large a share of a library is over the limit.
    ///
    /// - Returns: how many groups and files the upload and the purge report.
    private func sendAndPurge(_ pattern: String) async throws -> [[Double]] {
        await world.run("scan")
        let sent = try await world.objects("upload")
        let purged = try await world.objects("purge", "--yes", "--max-delete", "100%", "--path", pattern)
        return try [sent, purged].map { lines in
            let summary = try #require(lines.last)
            return [try #require(summary[number: "done"]), try #require(summary[number: "files"])]
        }
    }

    // MARK: - Makers' names

    /// The leader first.
    private static let shots: [[String]] = [
        // Apple's Live Photo and its edit; the same by osxphotos and by icloudpd.
        ["IMG_1.HEIC", "IMG_E1.JPG", "IMG_1.MOV"],
        ["IMG_1.HEIC", "IMG_1.mov", "IMG_1_edited.jpeg", "IMG_1_edited.mov"],
        ["IMG_1.HEIC", "IMG_1_HEVC.MOV"],
        ["IMG_1.JPG", "IMG_1_adjusted.JPG"],
        ["IMG_1.JPG", "IMG_1-adjusted.JPG"],
        // A Pixel's motion photos, raw files and portraits.
        ["PXL_1.MP.jpg", "PXL_1.MP"],
        ["PXL_1.MP.jpg", "PXL_1.MP~2.jpg", "PXL_1.MP4"],
        ["PXL_1.MP.jpg", "PXL_1.MP-edited.jpg", "PXL_1.MP.mp4"],
        ["PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng"],
        ["PXL_1.RAW-01.MP.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", "PXL_1.MP"],
        ["PXL_1.PORTRAIT-02.ORIGINAL.jpg", "PXL_1.PORTRAIT-01.COVER.jpg"],
        ["PXL_1.LONG_EXPOSURE-02.ORIGINAL.jpg", "PXL_1.LONG_EXPOSURE-01.COVER.jpg"],
        [
            "00000PORTRAIT_00000_BURST20190421193028456.jpg",
            "00100lPORTRAIT_00100_BURST20190421193028456_COVER.jpg",
        ],
        ["PXL_1.jpg", "PXL_1~2.jpg"], ["PXL_1.MP.jpg", "PXL_1.MP", "PXL_1.MP~2.jpg", "PXL_1.MP~2"],
        // Google Photos' edits in several languages.
        ["A.jpg", "A-edited.jpg"], ["A(1).jpg", "A-edited(1).jpg"], ["A.jpg", "A-bearbeitet.jpg"],
        ["A.jpg", "A-modifi\u{E9}.jpg"], ["A.jpg", "A-modifie\u{301}.jpg"], ["A.jpg", "A-ha editado.jpg"],
        ["A.jpg", "A-編集済み.jpg"], ["A.jpg", "A-отредактировано.jpg"],
        // Samsung's motion photo, and cameras' RAW.
        ["20190101_120000.jpg", "20190101_120000.mp4"],
        ["DSC_1.JPG", "DSC_1.dng"],
    ]

    /// Names like those of a shot, each of another one at home.
    private static let strangers = [["IMG_E2.JPG"], ["PXL_2~2.jpg"], ["B-edited.jpg"], ["PXL_2.MP"]]

    @Test func `Whatever a maker calls the files of a shot, a purge leaves none of them and takes nothing else`()
        async throws
    {
        for (number, names) in Self.shots.enumerated() {
            try write(names, in: "shots/\(number)", at: Place.office)
            for name in Self.strangers { try write(name, in: "shots/\(number)", at: Place.home) }
        }
        let counts = [Double(Self.shots.count), Double(Self.shots.joined().count)]
        #expect(try await sendAndPurge("*/shots/*") == [counts, counts])
        let strangers = Self.shots.map { _ in Self.strangers.flatMap(\.self) }
        #expect(try world.names == (["b.jpg"] + paths(strangers, in: "shots")).sorted())
    }

    // MARK: - Companions

    /// Photos and films of a number, each with all that may be beside it.
    private static func companions(_ shot: Int) -> [[String]] {
        let photo = "A\(shot).JPG"
        let film = "C000\(shot)"
        return [
            [
                photo, "\(photo).pp3", "A\(shot).pp3", "\(photo).arp", "\(photo).dop", "NKSC_PARAM/\(photo).nksc",
                "\(photo).on1", "A\(shot).on1", "CaptureOne/Settings166/\(photo).cos",
                "CaptureOne/Settings166/\(photo).comask", "CaptureOne/Cache/Proxies/\(photo).cop",
                "CaptureOne/Cache/Proxies/\(photo).cof", "CaptureOne/Cache/Previews/\(photo).cop",
                "CaptureOne/Cache/Thumbnails/\(photo).cot", "A\(shot).acr", "A\(shot).vrd", "A\(shot).dr4",
                "\(photo).out.pp3", "A\(shot).ufraw", "\(photo).pfi", "SILKYPIX_DS/\(photo).9.spd", "A\(shot).WAV",
                "Alien Skin/Exposure X5/\(photo).exposurex5", "Exposure Software/Exposure X6/\(photo).exposurex6",
                "Exposure Software/Exposure X7/\(photo).exposurex7", ".comments/\(photo).xml", "\(photo).rrdata",
                "\(photo).phos", "\(photo)_original", "\(photo).xmp_original",
            ],
            ["IMG_\(shot).JPG", "SND_\(shot).WAV"],
            [
                "\(film).MP4", "\(film)M01.XML", "\(film).XML", "\(film).THM", "\(film).LRF", "\(film).GLV",
                "\(film).SRT", "\(film).MP4.modd", "\(film).MP4.moff", "\(film).moi",
            ],
            ["GX01012\(shot).MP4", "GX01012\(shot).THM", "GL01012\(shot).LRV"],
            ["VID_20240101_120000_00_65\(shot).insv", "LRV_20240101_120000_11_65\(shot).lrv"],
        ]
    }

    @Test func `A photo is sent and removed with each kind of companion, and undo brings all back`() async throws {
        let (work, others) = (Self.companions(1), Self.companions(2))
        let names = work.joined().map { $0.lowercased() }
        #expect(CompanionNames.all.filter { ending in !names.contains { $0.hasSuffix(ending) } } == [])
        for (groups, place) in [(work, Place.office), (others, Place.home)] {
            for (number, names) in groups.enumerated() { try write(names, in: "with/\(number)", at: place) }
        }
        let all = try world.names
        let counts = [Double(work.count), Double(work.joined().count)]
        #expect(try await sendAndPurge("*/with/*") == [counts, counts])
        #expect(try world.names == (["b.jpg"] + paths(others, in: "with")).sorted())
        let run = try #require(try await world.objects("runs").first { $0["command"] == "purge" }?[number: "id"])
        #expect(await world.run("undo", "\(Int(run))", "--yes").exit == 0)
        #expect(try world.names == all)
    }
}
