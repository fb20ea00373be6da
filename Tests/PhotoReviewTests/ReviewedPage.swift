import Foundation
import PhotoModel
import PhotoReview
import SystemPackage
import Testing

/// A page that was written, and its parts.
struct ReviewedPage {
    let bytes: [UInt8]

    init(
        _ rows: ReviewRows, fences: [Fence] = [], title: String = "Photos", fates: (String, String)? = nil,
        pictures: [(Int, [UInt8])] = []
    ) throws {
        var subject = ReviewPage.Subject(
            title: title, sentence: ReviewWords.sentence(rows),
            banner: ReviewWords.banner(rows, hasPictures: !pictures.isEmpty, hasNever: false), made: "Made now.")
        subject.fates = fates.map { (going: $0.0, staying: $0.1) }
        let page = ReviewPage(subject: subject, rows: rows, fences: fences, reasons: [.marked: "you marked it"])
        var bytes: [UInt8] = []
        var rest = pictures[...]
        try page.write(to: { bytes += $0 }, nextPicture: { rest.popFirst() })
        self.bytes = bytes
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text between two others, of which the first is there once.
    func between(_ start: String, _ end: String) throws -> String {
        let parts = text.components(separatedBy: start)
        try #require(parts.count == 2, "\(start) is \(parts.count - 1) times in the page")
        return try #require(parts[1].components(separatedBy: end).first)
    }

    /// The text of a block of data; nil if there is none.
    func block(_ name: String) throws -> String? {
        let start = "<script type=\"application/octet-stream\" id=\"data-\(name)\">\n"
        return text.contains(start) ? try between(start, "</script>") : nil
    }

    /// The bytes of a column.
    func column(_ name: String) throws -> [UInt8] {
        let digits = try #require(try block(name), "there is no \(name)")
        return Array(try #require(Data(base64Encoded: digits)))
    }

    /// A column of whole numbers.
    func numbers<Number: FixedWidthInteger>(_ name: String, as type: Number.Type) throws -> [Number] {
        let bytes = try column(name)
        let size = MemoryLayout<Number>.size
        try #require(bytes.count % size == 0)
        return stride(from: 0, to: bytes.count, by: size).map { start in
            (0..<size).reduce(0) { $0 | Number(truncatingIfNeeded: bytes[start + $1]) << (8 * $1) }
        }
    }

    /// What the page is about.
    var about: [String: Any] {
        get throws {
            let about = try #require(try block("about"))
            return try #require(try JSONSerialization.jsonObject(with: Data(about.utf8)) as? [String: Any])
        }
    }

    /// The texts of a column, a text for each row.
    func texts(_ name: String) throws -> [String] {
        let all = try #require(try about["texts"] as? [String: [String]])
        let texts = try #require(all[name])
        return try column(name).map { texts[Int($0)] }
    }
}

/// A photo of the office, judged as work.
func photo(
    _ path: FilePath = "/home/anna/Pictures/2026/a.jpg", at position: (Double, Double)? = (52.52, 13.405),
    taken: String? = "2026-05-04", verdict: Verdict = .work, fence: String? = "Office"
) throws -> Photo {
    var facts = PhotoFacts(format: .jpeg)
    if let position {
        facts.position = .valid(try #require(Coordinate(latitude: position.0, longitude: position.1)))
        (facts.altitude, facts.horizontalAccuracy) = (34.5, 4.75)
    }
    if let taken {
        let numbers = taken.split(separator: "-").compactMap { Int($0) }
        let wall = try #require(
            WallTime(year: numbers[0], month: numbers[1], day: numbers[2], hour: 10, minute: 30))
        facts.captureTime = CaptureTime(wall: wall, offset: nil, source: .exif)
    }
    facts.model = "M11"
    let member = Photo.Member(path: path, role: .still, bytes: 2_000)
    let print = Fingerprint(size: 2_000, modified: 0, changed: 0, inode: 0)
    var photo = Photo(path: path, fingerprint: print, facts: facts, members: [member])
    photo.judgement = Judgement(
        verdict: verdict, reason: verdict == .work ? .insideFence : .outsideFences, fence: fence,
        distance: verdict == .work ? -81.25 : 3_000)
    return photo
}

func rows(_ photos: [Photo], showsPlaces: Bool = true) -> ReviewRows {
    var rows = ReviewRows(showsPlaces: showsPlaces, roots: ["/home/anna/Pictures"])
    for photo in photos { rows.add(photo, isUploaded: false) }
    return rows
}
