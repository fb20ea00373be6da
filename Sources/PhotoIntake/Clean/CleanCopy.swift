internal import Glibc
internal import PhotoFiles
package import PhotoModel
package import SystemPackage

/// A copy of a photo without what tells place, device and person, or without all but the picture; and its proof.
///
/// JPEG, PNG, WebP, HEIC, AVIF, MOV and MP4 can be cleaned. What is not understood is refused, never guessed.
package struct CleanCopy: ~Copyable {
    private var source: CleanSource
    private let format: Format
    private let exif: MinimalExif
    private let depth: CleanDepth
    private let coordinate: Coordinate?
    /// The names of the device, in small letters.
    private let names: [[UInt8]]
    package let recipe: CleanRecipe

    private enum Format {
        case jpeg, png, webP, heif, movie
    }

    /// Finds out how to clean a file.
    ///
    /// - Parameters:
    ///   - file: the file, which stays open and is not changed.
    ///   - facts: what it says: orientation and wall time are said again in the copy; its position must not be found
    ///     there.
    /// - Throws: `refused` where something in it is not understood; `unreadable`.
    package init(of file: FileDescriptor, saying facts: PhotoFacts, _ depth: CleanDepth) throws(CleanFailure) {
        var source = CleanSource(try Self.open(file))
        let format = try Self.format(&source)
        let turned = facts.orientation.flatMap { $0 == 1 ? nil : $0 }
        // A time that only the file's name tells is not said in the copy, whose name may be a number.
        let time = facts.captureTime.flatMap { depth == .all || $0.source == .filename ? nil : $0 }
        // The orientation of HEIF's pictures is a property of theirs.
        let exif = MinimalExif(
            orientation: format == .heif ? nil : turned,
            taken: time?.wall.exifText,
            isAdobeRGB: try format == .jpeg ? CleanJPEGFile.isAdobeRGB(&source) : false)
        recipe = try Self.recipe(CleanSource(try Self.open(file)), format, exif, depth)
        (self.format, self.exif, self.depth, coordinate) = (format, exif, depth, facts.position.coordinate)
        names = [facts.make.flatMap { $0.split(separator: " ").first.map(String.init) }, facts.model]
            .compactMap(\.self).filter { $0.utf8.count >= 5 }.map { Array($0.lowercased().utf8) }
        self.source = source
    }

    /// Writes the copy.
    ///
    /// - Throws: what `put` throws; `CleanFailure`, `unreadable`.
    package mutating func write(to put: ([UInt8]) throws -> Void) throws {
        for piece in recipe.pieces {
            switch piece {
            case .picture(let range), .kept(let range): try source.forEachBlock(of: range, put)
            case .written(let bytes): try put(bytes)
            case .zeroes(var count):
                while count > 0 {
                    try put([UInt8](repeating: 0, count: min(count, 262_144)))
                    count -= min(count, 262_144)
                }
            }
        }
    }

    /// Proves a written copy, which is read back. It has every byte that was to be written, and cleaning it again takes
    /// out nothing. Its coded picture is where the source's was put. Our own reader finds neither place nor device in
    /// it. Nothing beside the picture repeats the position, the device's maker and model, or any text with digits that
    /// was taken out, such as a serial number.
    ///
    /// - Parameters:
    ///   - copy: the copy, which stays open.
    ///   - path: its path, for its ending.
    /// - Throws: `CleanFailure`: `refused` with what was found; `unreadable`.
    package mutating func prove(_ copy: FileDescriptor, at path: FilePath) throws {
        var copied = CleanSource(try Self.open(copy))
        let again = try Self.recipe(CleanSource(try Self.open(copy)), format, exif, depth)
        guard copied.size == recipe.size, again.size == recipe.size, again.removed.isEmpty else {
            throw CleanFailure.refused("could not be cleaned for sure")
        }
        var place = 0
        try write { bytes in
            guard try copied.bytes(place..<place + bytes.count) == bytes else {
                throw CleanFailure.unreadable(
                    ReadFailure(.changed, "is read back differently than it was written"))
            }
            place += bytes.count
        }
        guard recipe.picturesOfCopy == again.pictures else {
            throw CleanFailure.refused("has another picture when it is cleaned")
        }
        var reader = PhotoReader()
        switch reader.read(descriptor: copy.rawValue, path: path, now: 0) {
        case .failure(let failure): throw CleanFailure.unreadable(failure)
        case .success(let reading):
            guard case .photo(let facts) = reading.content else {
                throw CleanFailure.refused("cannot be read when it is cleaned")
            }
            guard facts.position == .absent, facts.make == nil, facts.model == nil else {
                throw CleanFailure.refused("still says a place or a device when it is cleaned")
            }
        }
        try search(again, &copied)
    }

    /// Searches all bytes of the copy that are not picture.
    private mutating func search(_ again: CleanRecipe, _ copy: inout CleanSource) throws(CleanFailure) {
        var needles = try recipe.texts(leftOutOf: &source)
        if let coordinate { needles += coordinate.encodings }
        var rest: [UInt8] = []
        for piece in again.pieces {
            // What is written again is the copy's own.
            guard case .kept(let range) = piece else { continue }
            var place = range.lowerBound
            while place < range.upperBound {
                let end = min(range.upperBound, place + 1_048_576)
                rest += try copy.bytes(place..<end)
                place = end
                for needle in needles where rest.span.holdsAnywhere(needle) {
                    throw .refused("still repeats what was taken out when it is cleaned")
                }
                let small = rest.map(asciiLowercased)
                for name in names where small.span.holdsAnywhere(name) {
                    throw .refused("still names the device when it is cleaned")
                }
                rest = rest.suffix(64)
            }
        }
    }

    private static func open(_ file: FileDescriptor) throws(CleanFailure) -> OpenPhoto {
        let own = fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0)
        if own < 0 { throw .unreadable(ReadFailure(opening: errno, absent: .missing)) }
        do throws(ReadFailure) {
            return try OpenPhoto(OpenFile(own))
        } catch {
            throw .unreadable(error)
        }
    }

    private static func format(_ source: inout CleanSource) throws(CleanFailure) -> Format {
        let start = try source.bytes(0..<min(16, source.size))
        let span = start.span
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if span.holds("RIFF"), span.holds("WEBP", at: 8) { return .webP }
        if span.holds("ftyp", at: 4) {
            let isPicture = ["hei", "hev", "mif1", "msf1", "avif", "avis"].contains { brand in
                start.dropFirst(8).starts(with: brand.utf8)
            }
            return isPicture ? .heif : .movie
        }
        if ["moov", "mdat", "wide", "free", "skip"].contains(where: { start.dropFirst(4).starts(with: $0.utf8) }) {
            return .movie
        }
        throw .refused("has a format that cannot be cleaned")
    }

    private static func recipe(
        _ source: consuming CleanSource, _ format: Format, _ exif: MinimalExif, _ depth: CleanDepth
    ) throws(CleanFailure) -> CleanRecipe {
        switch format {
        case .jpeg: try CleanJPEGFile.recipe(source, saying: exif)
        case .png: try CleanPNGFile.recipe(source, saying: exif)
        case .webP: try CleanWebPFile.recipe(source, saying: exif)
        case .heif: try CleanHEIFFile.recipe(source, saying: exif)
        case .movie: try CleanMovieFile.recipe(source, depth)
        }
    }
}

extension CleanRecipe {
    /// What of the file is picture or sound.
    fileprivate var pictures: RangeSet<Int> {
        RangeSet(pieces.compactMap { piece in if case .picture(let range) = piece { range } else { nil } })
    }

    /// What of the copy is picture or sound.
    fileprivate var picturesOfCopy: RangeSet<Int> {
        var (pictures, place) = (RangeSet<Int>(), 0)
        for piece in pieces {
            if case .picture = piece { pictures.insert(contentsOf: place..<place + piece.count) }
            place += piece.count
        }
        return pictures
    }

    /// The beginning of the name of sRGB's standard, which colour profiles have too.
    private static let standard = Array("IEC61966".utf8)

    /// Texts of at least eight characters with at least four digits in what is left out, such as serial numbers; of the
    /// first megabyte of that.
    fileprivate func texts(leftOutOf source: inout CleanSource) throws(CleanFailure) -> [[UInt8]] {
        var texts: Set<[UInt8]> = []
        var (place, left) = (0, 1_048_576)
        let taken = pieces.compactMap { piece -> Range<Int>? in
            switch piece {
            case .picture(let range), .kept(let range): range
            case .written, .zeroes: nil
            }
        }
        for range in taken + [source.size..<source.size] {
            let gap = place..<max(place, min(range.lowerBound, place + left))
            left -= gap.count
            let bytes = try source.bytes(gap) + [0]
            var start = 0
            for end in bytes.indices where !(0x21..<0x7F).contains(bytes[end]) {
                let run = start..<end
                start = end + 1
                guard (8...64).contains(run.count), texts.count < 1_000 else { continue }
                let text = bytes[run]
                let digits = text.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                if digits >= 4, !text.starts(with: Self.standard) { texts.insert(Array(text)) }
            }
            place = range.upperBound
        }
        return Array(texts)
    }
}

extension WallTime {
    /// As EXIF writes it, `2026:05:04 10:11:12` (EXIF 3.0, 4.6.6.3).
    fileprivate var exifText: String {
        text.prefix(10).replacing("-", with: ":") + " " + text.dropFirst(11).prefix(8)
    }
}

extension Coordinate {
    /// How formats write it: as decimal text with four digits behind the point, and as numbers of 64 bits in both
    /// orders.
    fileprivate var encodings: [[UInt8]] {
        [latitude, longitude].flatMap { degrees -> [[UInt8]] in
            let tenThousandths = Int((degrees.magnitude * 10_000).rounded(.towardZero))
            let digits = String(tenThousandths % 10_000)
            let text = "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
            let bits = bytes(degrees.bitPattern)
            return degrees == 0 ? [] : [Array(text.utf8), bits, bits.reversed()]
        }
    }

    private func bytes(_ bits: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    }
}

extension Span<UInt8> {
    /// Whether some bytes occur in these.
    fileprivate func holdsAnywhere(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first, count >= needle.count else { return false }
        for place in 0...count - needle.count where self[place] == first {
            if needle.indices.allSatisfy({ self[place + $0] == needle[$0] }) { return true }
        }
        return false
    }
}
