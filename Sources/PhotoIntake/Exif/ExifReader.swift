internal import PhotoModel

/// Reads EXIF blocks into PhotoFacts, with a buffer that is reused.
///
/// All go the same way, wherever they were found: the wanted entries are written into a small block of our own, libexif
/// loads that, and its entries are turned into facts. So neither a MakerNote nor anything hostile reaches libexif, and
/// its limit of 65,534 bytes is never met.
struct ExifReader: ~Copyable {
    private var writer = ExifBlockWriter()
    /// Whether the time in the block read last is only that of digitizing.
    private(set) var isTimeOfDigitizing = false

    /// Reads `tiff`, a TIFF structure including its header. An invalid structure leaves the facts unchanged. A second
    /// GPS directory says another place, as a second block does.
    mutating func read(_ tiff: Span<UInt8>, into facts: inout PhotoFacts) {
        guard let entries = GatheredEntries(tiff) else { return }
        facts.thumbnailBytes = entries.thumbnail?.count
        if let note = entries.makerNote { facts.contentIdentifier = AppleMakerNote.contentIdentifier(note, in: tiff) }
        isTimeOfDigitizing = take(entries.found, in: tiff, into: &facts)
        for entries in entries.elsewhere {
            var other = PhotoFacts(format: facts.format)
            _ = take(entries, in: tiff, into: &other)
            facts.add(SourceFacts(exif: other))
        }
    }

    /// Reads the values of a structure that was not loaded.
    mutating func read(_ values: TIFFValues, into facts: inout PhotoFacts) {
        isTimeOfDigitizing = take(values.found, in: values.bytes.span, into: &facts)
    }

    /// Returns whether the time is only that of digitizing.
    private mutating func take(
        _ entries: borrowing FoundEntries, in bytes: Span<UInt8>, into facts: inout PhotoFacts
    ) -> Bool {
        writer.write(entries, from: bytes)
        let written = writer.storage.span.extracting(first: writer.byteCount)
        guard let block = ExifBlock(written) else { return false }
        return facts.take(block)
    }
}

extension PhotoFacts {
    /// Adds the facts in a loaded EXIF block.
    ///
    /// - Returns: whether its time is only that of digitizing.
    mutating func take(_ block: borrowing ExifBlock) -> Bool {
        takePosition(block)
        make = block.withBytes(of: .make, ExifText.string) ?? nil
        model = block.withBytes(of: .model, ExifText.string) ?? nil
        orientation = block.number(.orientation).flatMap { (1...8).contains($0) ? $0 : nil }
        let isOfDigitizing = takeTimes(block)
        takeFix(block)
        return isOfDigitizing
    }

    private mutating func takePosition(_ block: borrowing ExifBlock) {
        let latitude = ExifAngle(.latitude, .latitudeRef, along: .latitude, in: block)
        let longitude = ExifAngle(.longitude, .longitudeRef, along: .longitude, in: block)
        position = Position(latitude, longitude)
        if case .valid = position { positionSource = .exif }
    }

    /// Reads the fix: altitude, accuracy, method and time, which may depend on the capture time.
    private mutating func takeFix(_ block: borrowing ExifBlock) {
        altitude = Self.altitude(block)
        horizontalAccuracy = block.fractions(.horizontalError)?[0].value
            .flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
        let order = block.byteOrder
        processingMethod = block.withBytes(of: .processingMethod) { ExifText.encodedString($0, order) } ?? nil
        gpsTime = ExifTime.gpsTime(block.shortText(.dateStamp), block.fractions(.timeStamp), of: captureTime)
    }

    /// GPSAltitudeRef: 0 and 2 are above sea level and ellipsoid, 1 and 3 below (EXIF 3.0, 4.6.6). A missing reference
    /// means above.
    private static func altitude(_ block: borrowing ExifBlock) -> Double? {
        guard let altitude = block.fractions(.altitude)?[0].value else { return nil }
        let isBelow = block.number(.altitudeRef).map { $0 == 1 || $0 == 3 } ?? false
        return isBelow && altitude != 0 ? -abs(altitude) : altitude
    }

    /// DateTimeOriginal, or else DateTimeDigitized, each with its sub-seconds and offset. DateTime is the time of the
    /// last change and is not used.
    ///
    /// - Returns: whether it is that of digitizing.
    private mutating func takeTimes(_ block: borrowing ExifBlock) -> Bool {
        takeTime(block, .dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal)
        guard wantsTime else { return false }
        let isCapture = captureTime != nil
        takeTime(block, .dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized)
        return !isCapture && captureTime != nil
    }

    /// EXIF has no dates without a time of day: one is noted as unreadable.
    private mutating func takeTime(
        _ block: borrowing ExifBlock, _ date: WantedEntry, _ subSeconds: WantedEntry, _ offset: WantedEntry
    ) {
        guard let text = block.shortText(date) else { return }
        let time = ExifTime.captureTime(
            text, subSeconds: block.shortText(subSeconds), offset: block.shortText(offset))
        if time == nil, VagueTime(text) != nil { sidecars.insert(.unreadableTime) }
        take(time)
    }
}

extension Position {
    /// A position of two angles. Of several problems, the first in this order is reported: a missing angle, the
    /// latitude's problem, the longitude's problem.
    init(_ latitude: ExifAngle, _ longitude: ExifAngle) {
        switch (latitude, longitude) {
        case (.absent, .absent): self = .absent
        case (.absent, _), (_, .absent): self = .invalid(.incomplete)
        case (.degrees(0), .degrees(0)): self = .invalid(.nullIsland)
        case (.degrees(let latitude), .degrees(let longitude)):
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            self = coordinate.map(Position.valid) ?? .invalid(.outOfRange)
        default: self = .invalid(latitude.problem ?? longitude.problem ?? .malformed)
        }
    }
}

/// The MakerNote of Apple's devices, of which only the identifier shared by a still and its Live Photo clip is read.
///
/// The note starts with `Apple iOS`, NUL, a version of two bytes and a byte order, followed by a directory whose
/// offsets are relative to the note. It is read with bounds checks and never passed to libexif.
enum AppleMakerNote {
    /// The MakerNote's tag in the EXIF directory (EXIF 3.0, 4.6.6).
    static let tag: UInt16 = 0x927C
    /// The maximum number of bytes read of a note: devices write a few thousand.
    static let mostBytes = 65_536

    private static let directory = 14
    private static let entryBytes = 12
    private static let identifierTag: UInt16 = 0x0011
    /// A UUID as text.
    private static let identifierBytes = 36

    /// The identifier in the MakerNote `note` of `tiff`; nil if the note is not Apple's or has none.
    static func contentIdentifier(_ note: TIFFValue, in tiff: Span<UInt8>) -> String? {
        guard note.kind == .undefined || note.kind == .byte else { return nil }
        return contentIdentifier(tiff.extracting(note.offset..<note.offset + note.count))
    }

    /// The identifier in a MakerNote; nil if the note is not Apple's or has none.
    static func contentIdentifier(_ note: Span<UInt8>) -> String? {
        guard note.holds("Apple iOS\0"), note.holds("MM", at: 12) || note.holds("II", at: 12) else { return nil }
        let order = note.holds("MM", at: 12) ? ByteOrder.big : .little
        guard let declared = note.uint16(at: directory, order).map(Int.init) else { return nil }
        let present = min(declared, (note.count - directory - 2) / entryBytes)
        for number in 0..<present {
            let place = directory + 2 + number * entryBytes
            guard note.uint16(at: place, order) == identifierTag else { continue }
            return TIFFValue(entryAt: place, of: note, order).flatMap { identifier($0, in: note) }
        }
        return nil
    }

    /// 36 visible characters, optionally followed by a NUL.
    private static func identifier(_ value: TIFFValue, in note: Span<UInt8>) -> String? {
        let end = value.offset + identifierBytes
        guard value.kind == .ascii, value.count >= identifierBytes,
            value.count == identifierBytes || note[end] == 0
        else { return nil }
        for index in value.offset..<end where !(0x21...0x7E).contains(note[index]) { return nil }
        return ExifText.string(note.extracting(value.offset..<end))
    }
}

/// Dates, times and offsets in EXIF (EXIF 3.0, 4.6.5 and 4.6.6).
enum ExifTime {
    /// Parses `YYYY:MM:DD HH:MM:SS`; nil for spaces, zeros and an invalid date or time.
    ///
    /// Some writers use ISO 8601 with an offset (``WrittenTime``), which takes precedence over `offset`. `subSeconds`,
    /// the digits of SubSecTime, take precedence over a fraction in the text; both are truncated to microseconds.
    static func captureTime(_ text: ShortText, subSeconds: ShortText?, offset: ShortText?) -> CaptureTime? {
        let microseconds = subSeconds?.millionths(at: 0)
        guard let written = WrittenTime(text, microseconds: microseconds, source: .exif) else { return nil }
        var time = written.captureTime(.exif)
        time.add(offset: offset, source: .exif)
        return time
    }

    /// GPSDateStamp and GPSTimeStamp, which are in UTC; nil if both are missing or one is invalid. A time after the
    /// date in GPSDateStamp is ignored.
    ///
    /// Of a time without a date, the moment is the one nearest to the capture, whose offset has to be known. A date
    /// without a time tells no moment, unless it is another day than the capture's in every zone: then the moment is
    /// the one at the hour of the capture.
    static func gpsTime(_ stamp: ShortText?, _ time: Fractions?, of photo: CaptureTime?) -> WallTime? {
        guard let stamp else { return time.flatMap(sinceMidnight).flatMap { nearest($0, to: photo?.utc) } }
        guard let midnight = WrittenTime.midnight(stamp)?.microseconds else { return nil }
        if let time { return sinceMidnight(time).map { WallTime(microseconds: midnight + $0) } }
        guard let wall = photo?.wall.microseconds else { return nil }
        let hour = hour(of: wall)
        return abs(midnight - (wall - hour)) > day ? WallTime(microseconds: midnight + hour) : nil
    }

    private static let day: Int64 = 86_400_000_000

    /// The time of the day, in microseconds.
    private static func hour(of microseconds: Int64) -> Int64 { (microseconds % day + day) % day }

    /// GPSTimeStamp in microseconds; nil if it is invalid.
    private static func sinceMidnight(_ time: Fractions) -> Int64? {
        guard time.count == 3,
            let hours = time[0].millionths, let minutes = time[1].millionths, let seconds = time[2].millionths,
            (0..<24_000_000).contains(hours), (0..<60_000_000).contains(minutes), (0..<60_000_000).contains(seconds)
        else { return nil }
        return Int64(hours * 3_600 + minutes * 60 + seconds)
    }

    /// The moment at a time of the day that is nearest to another.
    private static func nearest(_ time: Int64, to moment: WallTime?) -> WallTime? {
        moment.map { moment in
            let later = hour(of: time - moment.microseconds)
            return WallTime(microseconds: moment.microseconds + (later > day / 2 ? later - day : later))
        }
    }
}
