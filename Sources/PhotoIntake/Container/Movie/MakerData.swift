internal import PhotoModel

/// What camera makers write into a film beside its standard metadata: boxes in its user data, which exiftool's
/// documentation of QuickTime lists by maker, and Sony's XML. It says the time by the camera's clock.
struct MakerData {
    /// How a maker's films give the time of their header, which the standard wants in UTC.
    enum Clock {
        /// As the camera's clock shows it.
        case local
        /// As the standard wants it.
        case utc
        /// One way or the other.
        case unknown
    }

    /// The maximum number of bytes searched of a box.
    private static let mostBytes = 65_536

    /// The maker's boxes in user data (exiftool's tables of QuickTime), and what is known of its films' headers: see
    /// ``makes``. Canon's, Panasonic's, Leica's, Ricoh's and Samsung's cameras write both, from one to the next.
    private static let boxes: [(types: [FourCC], make: String, clock: Clock)] = [
        (["FIRM", "LENS", "CAME", "GPMF", "GoPr", "GUMI", "BCID", "HMMT"], "GoPro", .local),
        (["NCDT"], "NIKON", .local), (["FFMV", "MVTG"], "FUJIFILM", .local), (["QVMI"], "CASIO", .local),
        (["PENT", "PXTH", "PXMN"], "PENTAX", .local), (["DcMD"], "KODAK", .local),
        (["MMA0", "MMA1"], "MINOLTA", .local), (["OLYM"], "OLYMPUS", .local),
        (["CNTH", "CNCV", "CNOP", "CNDB", "CNFV"], "Canon", .unknown), (["PANA"], "Panasonic", .unknown),
        (["LEIC"], "LEICA", .unknown), (["RMKN", "RTHU"], "RICOH", .unknown),
        (["INFO", "@sec"], "SAMSUNG", .unknown),
    ]

    /// The beginnings of a box `TAGS`, which old cameras of many makers write, and of makers' names.
    ///
    /// Wall time, which cameras write that do not know their zone (exiftool, API option QuickTimeUTC; of MOV Lychee,
    /// pull request 680), was seen in films of GoPro up to HERO10 and MAX (goprox, issue 5; mapillary_tools, issue
    /// 819), Nikon (piwigo-videojs, issue 98; immich, issue 13009), Olympus (PhotoPrism's sample of an E-PL7, whose
    /// file was written two hours earlier by UTC) and Fujifilm (a script that takes eight hours from an X-T30's). Of
    /// Casio, Kodak, Konica, Minolta, Pentax, Sanyo and Samsung's old cameras only the general remark is known.
    ///
    /// UTC is what Apple's documentation and Android's recorder (`MPEG4Writer`) say, and was seen in films of phones of
    /// Google, Samsung, Motorola (exiftool-vendored, issue 113) and OnePlus (PhotoPrism, issue 1388), and of Sony's
    /// cameras (elodie, pull request 382). A maker without such a report is not listed.
    private static let makes: [(name: StaticString, clock: Clock)] = [
        ("gopro", .local), ("nikon", .local), ("fujifilm", .local), ("casio", .local), ("pentax", .local),
        ("eastman kodak", .local), ("kodak", .local), ("konica", .local), ("minolta", .local), ("olympus", .local),
        ("sanyo", .local), ("samsung digital", .local),
        ("apple", .utc), ("google", .utc), ("samsung", .utc), ("sony", .utc), ("oneplus", .utc), ("motorola", .utc),
    ]

    /// EXIF data, of a picture or as such.
    private(set) var exif: [ExifSource] = []
    private(set) var time: CaptureTime?
    /// What is written for that and is no time.
    private(set) var vagueTime: VagueTime?
    /// The position and its altitude.
    private(set) var place: GeographicPoint?
    private(set) var make: String?
    private(set) var model: String?
    /// What is known of the time in the header by a maker's own data; nil where there is none.
    private(set) var clock: Clock?

    /// What is known of a maker's films by its name.
    static func clock(of make: String?) -> Clock {
        guard let make else { return .unknown }
        let name = ShortText(Array(make.utf8).span)
        return makes.first { name.holds($0.name, at: 0) }?.clock ?? .unknown
    }

    /// What is known of a maker's films by the brand of its own that they have (exiftool's list of `ftyp`).
    static func clock(ofBrand brand: FourCC) -> Clock {
        switch brand {
        case "XAVC": clock(of: "sony")
        case "niko": clock(of: "nikon")
        case "caqv": clock(of: "casio")
        default: .unknown
        }
    }

    /// Reads a box of user data if it is a maker's.
    mutating func take(_ box: Box, in source: inout PhotoSource) {
        if box.type == "TAGS" { return takeTags(box.content, in: &source) }
        guard let known = Self.boxes.first(where: { $0.types.contains(box.type) }) else { return }
        make = make ?? known.make
        clock = clock ?? known.clock
        switch box.type {
        case "NCDT": takeNikon(box.content, in: &source)
        case "GPMF": takeGoPro(box.content, in: &source)
        case "FIRM": takeFirmware(box.content, in: &source)
        case "CNTH": takeCanon(box.content, in: &source)
        case "RMKN": exif.append(.file(box.content))
        default: search(box.content, in: &source)
        }
    }

    /// A maker's name in capitals, and what differs from camera to camera.
    private mutating func takeTags(_ content: Range<Int>, in source: inout PhotoSource) {
        source.withBytes(content.prefix(ShortText.mostBytes)) { bytes in
            let text = ShortText(bytes)
            guard let known = Self.makes.first(where: { text.holds($0.name, at: 0) }), known.clock == .local else {
                return
            }
            make = make ?? ExifText.string(bytes)
            clock = .local
        }
        if clock == .local { search(content, in: &source) }
    }

    /// Searches a box for an EXIF block, or else for a date and time.
    private mutating func search(_ content: Range<Int>, in source: inout PhotoSource) {
        let part = content.prefix(Self.mostBytes)
        let found = source.withBytes(part) { bytes in (Self.block(in: bytes), Self.date(in: bytes)) }
        guard let (block, date) = found else { return }
        if let block {
            exif.append(.file(content.lowerBound + block..<content.upperBound))
        } else {
            time = time ?? date
        }
    }

    private static func block(in bytes: Span<UInt8>) -> Int? {
        var start = 0
        while let place = bytes.firstPlace(of: "Exif\0\0", from: start) {
            if bytes.holds("II*\0", at: place + 6) || bytes.holds("MM\0*", at: place + 6) { return place + 6 }
            start = place + 6
        }
        return nil
    }

    /// The first date and time in a text that ends with it.
    private static func date(in bytes: Span<UInt8>) -> CaptureTime? {
        let length = 19
        for place in 0..<max(0, bytes.count - length + 1) where bytes[place] == 0x31 || bytes[place] == 0x32 {
            guard bytes[place + 4] == 0x3A || bytes[place + 4] == 0x2F, bytes[place + 13] == 0x3A else { continue }
            let text = ShortText(bytes.extracting(place..<place + length))
            if let time = WrittenTime(text, source: .quicktime) { return time.captureTime(.quicktime) }
        }
        return nil
    }

    /// `CNDA`, a whole JPEG with EXIF.
    private mutating func takeCanon(_ content: Range<Int>, in source: inout PhotoSource) {
        source.forEachBox(in: content, most: 16) { box, source in
            if box.type == "CNDA" { exif += JPEGReader.header(in: box.content, &source)?.exif ?? [] }
            return true
        }
    }

    /// `NCTG`: entries of a tag in 32 bits, a type as in TIFF and a count in 16 bits each, and the value. 0x01 and 0x02
    /// are maker and model, 0x11 and 0x12 the times at which the file and the film begin, 0x19 the zone of both.
    private mutating func takeNikon(_ content: Range<Int>, in source: inout PhotoSource) {
        var entries: Range<Int>?
        source.forEachBox(in: content, most: 16) { box, _ in
            if box.type == "NCTG" { entries = box.content }
            return true
        }
        guard let entries else { return }
        source.withBytes(entries.prefix(Self.mostBytes)) { bytes in
            var (made, began, zone) = (ShortText?.none, ShortText?.none, ShortText?.none)
            Self.forEachText(in: bytes) { tag, text in
                switch tag {
                case 0x01: make = ExifText.string(text) ?? make
                case 0x02: model = ExifText.string(text)
                case 0x11: made = ShortText(text)
                case 0x12: began = ShortText(text)
                case 0x19: zone = ShortText(text)
                default: break
                }
            }
            for text in [began, made] where time == nil { take(time: text) }
            if time?.offset == nil, let zone, let seconds = WrittenTime.offset(zone).seconds {
                time?.offset = UTCOffset(seconds: seconds, source: .quicktime)
            }
        }
    }

    /// Takes the text of a time, which counts before one that was found by a search.
    private mutating func take(time text: ShortText?) {
        guard let text else { return }
        let written = WrittenTime(text, source: .quicktime)
        if written == nil { vagueTime = vagueTime ?? VagueTime(text) }
        time = written?.captureTime(.quicktime) ?? time
    }

    private static func forEachText(in bytes: Span<UInt8>, _ body: (UInt32, Span<UInt8>) -> Void) {
        var place = 0
        while let tag = bytes.uint32(at: place, .big), let kind = bytes.uint16(at: place + 4, .big),
            let count = bytes.uint16(at: place + 6, .big), let type = TIFFValue.Kind(rawValue: kind)
        {
            let end = place + 8 + Int(count) * type.size
            guard end <= bytes.count else { return }
            if type.isText { body(tag, bytes.extracting(place + 8..<end)) }
            place = end
        }
    }

    /// GoPro's own format: a key of four characters, a type, a size and a count. `MINF` is the model.
    private mutating func takeGoPro(_ content: Range<Int>, in source: inout PhotoSource) {
        source.withBytes(content.prefix(Self.mostBytes)) { bytes in
            guard let place = bytes.firstPlace(of: "MINFc", from: 0), let count = bytes.uint16(at: place + 6, .big),
                place + 8 + Int(count) <= bytes.count
            else { return }
            model = ExifText.string(bytes.extracting(place + 8..<place + 8 + Int(count)))
        }
        if let model { clock = Self.isGoProWithoutZone(model) ? .local : .unknown }
    }

    /// The firmware of a GoPro, which tells the camera where its model is not known: `HD9.01` is HERO9's, `FS1.04`
    /// Fusion's, `H19.03` MAX's, `H21.01` HERO10's, `H22.01` HERO11's, `H23.01` HERO12's and `H24.01` HERO13's (files
    /// `version.txt` and answers of such cameras in public repositories).
    private mutating func takeFirmware(_ content: Range<Int>, in source: inout PhotoSource) {
        guard model == nil else { return }
        source.withBytes(content.prefix(ShortText.mostBytes)) { bytes in
            let text = ShortText(bytes)
            let isOld = text.holds("hd", at: 0) || text.holds("fs", at: 0)
            let number = text.holds("h", at: 0) ? text.number(at: 1, length: 2) : nil
            if !isOld, number.map({ $0 > 21 }) ?? true { clock = .unknown }
        }
    }

    /// Whether a camera's name in a film's standard metadata is a GoPro's that may have a time zone.
    static func mayHaveZone(make: String?, model: String?) -> Bool {
        guard let make, let model else { return false }
        return make.lowercased().hasPrefix("gopro") && !isGoProWithoutZone(model)
    }

    /// Whether a GoPro has no time zone, so that its films have wall time: all up to HERO10, Fusion and MAX. HERO11 and
    /// later ones have one and write UTC (OpenGoPro, issue 585), where their owner has set it.
    private static func isGoProWithoutZone(_ model: String) -> Bool {
        let name = model.lowercased()
        guard name.hasPrefix("hero") else { return ["gopro max", "max", "gopro fusion", "fusion"].contains(name) }
        let number = Int(name.dropFirst("hero".count).prefix { $0.isASCII && $0.isNumber })
        return number.map { $0 <= 10 } ?? false
    }

    /// Sony's `NonRealTimeMeta`: the time with its offset, the device and, as EXIF's items, the position.
    mutating func take(xml content: Range<Int>, in source: inout PhotoSource) {
        source.withBytes(content.prefix(Self.mostBytes)) { bytes in
            guard bytes.contains("<NonRealTimeMeta") else { return }
            take(time: Self.attribute("value", behind: "<CreationDate", in: bytes))
            make = Self.string("manufacturer", behind: "<Device", in: bytes) ?? make
            model = Self.string("modelName", behind: "<Device", in: bytes) ?? model
            clock = .utc
            takePlace(bytes)
        }
    }

    private mutating func takePlace(_ bytes: Span<UInt8>) {
        func angle(_ value: StaticString, _ reference: StaticString, _ negative: StaticString) -> Double? {
            guard let text = Self.attribute("value", behind: value, in: bytes),
                let side = Self.attribute("value", behind: reference, in: bytes)
            else { return nil }
            var reader = SexagesimalText(text)
            return reader.degrees().map { side.holds(oneOf: negative, at: 0) ? -$0 : $0 }
        }
        guard let latitude = angle("\"Latitude\"", "\"LatitudeRef\"", "S"),
            let longitude = angle("\"Longitude\"", "\"LongitudeRef\"", "W")
        else { return }
        place = GeographicPoint(latitude: latitude, longitude: longitude, altitude: nil)
    }

    /// The value of an attribute in the same tag behind a text.
    private static func attribute(_ name: StaticString, behind mark: StaticString, in bytes: Span<UInt8>) -> ShortText?
    {
        guard let place = bytes.firstPlace(of: mark, from: 0) else { return nil }
        var start = place + mark.utf8CodeUnitCount
        while start < bytes.count, bytes[start] != UInt8(ascii: ">") {
            if bytes[start - 1] == 0x20, bytes.holds(name, at: start),
                bytes.holds("=\"", at: start + name.utf8CodeUnitCount)
            {
                let first = start + name.utf8CodeUnitCount + 2
                var end = first
                while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += 1 }
                return ShortText(bytes.extracting(first..<end))
            }
            start += 1
        }
        return nil
    }

    private static func string(_ name: StaticString, behind mark: StaticString, in bytes: Span<UInt8>) -> String? {
        attribute(name, behind: mark, in: bytes).flatMap { text in
            let characters = (0..<text.count).map { text[$0] }
            return ExifText.string(characters.span)
        }
    }
}

/// Reads an angle as Sony's XML has it: `35:39:30.000`, degrees, minutes and seconds.
private struct SexagesimalText {
    private let text: ShortText
    private var place = 0

    init(_ text: ShortText) { self.text = text }

    mutating func degrees() -> Double? {
        var (angle, unit) = (0.0, 1.0)
        for part in 0..<3 {
            guard let number = SignedDecimal(text, at: &place)?.value, number >= 0, part == 0 || number < 60 else {
                return nil
            }
            angle += number / unit
            unit *= 60
            guard text.holds(oneOf: ":", at: place) else { return place == text.count ? angle : nil }
            place += 1
        }
        return nil
    }
}
