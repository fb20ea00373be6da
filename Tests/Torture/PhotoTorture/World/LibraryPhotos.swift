import SampleLibrary
internal import SystemPackage
internal import WorkphotosTestSupport

/// The library under test: groups of each kind, some of which must never be removed.
enum LibraryPhotos {
    enum Verdict {
        case work, personal, unsure
    }

    struct File {
        var path: String
        var bytes: [UInt8]
        var verdict = Verdict.work
        /// Whether something other than its verdict keeps it in the library.
        var isKept = false
        var isSent = true

        /// Whether no purge may remove it.
        var stays: Bool { verdict != .work || isKept }
        /// The common prefix of the group's paths.
        var group: String { String(path.prefix { $0 != "." }) }
    }

    /// The centre of the only fence.
    static let office = (latitude: 52.52, longitude: 13.405)
    private static let home = (latitude: 48.137, longitude: 11.575)

    /// All files. Two have the same name and day, so that they compete for a name at the destination.
    static let files: [File] =
        [
            File(path: "a/IMG_0001.JPG", bytes: photo("10:00:00", "a1")),
            File(path: "b/IMG_0001.JPG", bytes: photo("10:00:07", "b1")),
            File(path: "a/IMG_0002.JPG", bytes: photo("10:05:00", "a2", size: 300_000)),
            File(path: "a/IMG_0003.JPG", bytes: photo("10:06:00", "a3", size: 2_500_000)),
            File(path: "b/Grüße am Tor.jpg", bytes: photo("11:00:00", "b2", size: 70_000)),
            File(path: "a/IMG_0009.JPG", bytes: photo("10:00:00", "a9", at: home), verdict: .personal),
            File(path: "b/IMG_0010.JPG", bytes: photo("10:00:00", "b10", at: nil), verdict: .unsure),
        ] + live("a/IMG_0004", "12:00:00") + live("b/IMG_0005", "12:30:00") + raw("a/DSC_0006", "13:00:00")
        + raw("b/DSC_0007", "13:30:00")

    /// More files of a library that photos are removed from: photos that stay, each for a different reason, one that is
    /// removed because it is marked, and one whose Takeout file stays.
    static let kept: [File] = [
        File(path: held, bytes: photo("14:00:00", "c11"), isKept: true),
        File(path: personal, bytes: photo("14:01:00", "c12"), verdict: .personal),
        File(path: marked, bytes: photo("14:02:00", "c13", at: home)),
        File(path: "c/IMG_0014.JPG", bytes: photo("14:03:00", "c14")),
        File(path: "c/IMG_0014.JPG.json", bytes: Array(takeout.utf8), isKept: true, isSent: false),
        File(path: named, bytes: photo("14:04:00", "c15", size: 40_000), isKept: true),
    ]

    /// A held work photo.
    static let held = "c/IMG_0011.JPG"
    /// A photo from the office, marked personal.
    static let personal = "c/IMG_0012.JPG"
    /// A photo from elsewhere, marked work.
    static let marked = "c/IMG_0013.JPG"
    /// A work photo that the configuration keeps.
    static let named = "c/IMG_0015.JPG"

    private static let takeout = """
        {"title": "IMG_0014.JPG", "photoTakenTime": {"timestamp": "1777896180"}}

        """

    /// A JPEG of one fixed day, with at least `size` bytes.
    private static func photo(
        _ time: String, _ words: String, at position: (latitude: Double, longitude: Double)? = office, size: Int = 0,
        camera: (make: String, model: String)? = nil
    ) -> [UInt8] {
        var photo = TestPhoto(at: position, taken: "2026:05:04 \(time)")
        if let camera { (photo.make, photo.model) = camera }
        photo.offset = "+02:00"
        photo.tail = Array(words.utf8) + (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        return photo.bytes
    }

    /// A Live Photo: a still and a clip with the same stem and time.
    private static func live(_ stem: String, _ time: String) -> [File] {
        let moment = [("creationdate", "2026-05-04T\(time)+0200"), ("location.ISO6709", "+52.5200+013.4050/")]
        var movie = MovieFile([MovieFile.header(length: 1_200), MovieFile.track(), MovieFile.keys(moment)])
        movie.mediaBytes = 90_000 + stem.utf8.count
        movie.end = BoxWriter.box("free", Array(stem.utf8))
        return [
            File(path: stem + ".JPG", bytes: photo(time, stem, size: 20_000)),
            File(path: stem + ".MOV", bytes: movie.bytes),
        ]
    }

    /// A RAW, the camera's JPEG of it, and a sidecar.
    private static func raw(_ stem: String, _ time: String) -> [File] {
        let camera = (make: "NIKON CORPORATION", model: "NIKON D90")
        var raw = TIFFFile(
            TIFFFile.Directory(
                // Nikon's own compression tells that it is a RAW.
                [.short(0x0103, 34_713), .text(0x010F, camera.make), .text(0x0110, camera.model)],
                exif: [.text(0x9003, "2026:05:04 \(time)"), .text(0x9011, "+02:00")]))
        raw.picture = 150_000
        return [
            File(path: stem + ".JPG", bytes: photo(time, stem, size: 10_000, camera: camera)),
            File(path: stem + ".NEF", bytes: raw.bytes + Array(stem.utf8)),
            File(path: stem + ".xmp", bytes: XMPPacket(["xmp:Label": stem]).bytes),
        ]
    }
}
