import Foundation
import PhotoModel
import WorkphotosTestSupport

/// Random entries of an EXIF block as some writer might write them, with their meaning.
///
/// Type, count, order and place of each entry vary, as far as they leave no doubt of what is meant.
struct VariedExif {
    /// The entries of the three directories.
    private(set) var primary: [ExifEntry] = []
    private(set) var exif: [ExifEntry] = []
    private(set) var gps: [ExifEntry] = []
    /// Makes the entries that point to directories.
    private(set) var pointer: @Sendable (UInt16, UInt32) -> ExifEntry = ExifEntry.long
    /// The order in which IFD0's entries are written.
    private(set) var arrangement: @Sendable ([ExifEntry]) -> [ExifEntry] = { $0 }
    private(set) var order = ExifStructure.Order.little

    // The meaning of the entries.
    private(set) var latitude = 0.0
    private(set) var longitude = 0.0
    private(set) var altitude: Double?
    private(set) var accuracy: Double?
    private(set) var wall: WallTime?
    private(set) var offset: Int?
    private(set) var gpsTime: WallTime?
    private(set) var orientation = 1
    private(set) var make = ""

    private var random: SplitMix64
    private let textKinds: [ExifEntry.Kind]

    /// - Parameters:
    ///   - seed: what is drawn, and the same at each time.
    ///   - textKinds: the types in which text is written.
    init(seed: UInt64, textKinds: [ExifEntry.Kind] = [.ascii, .byte, .undefined, .utf8]) {
        random = SplitMix64(seed: seed)
        self.textKinds = textKinds
        order = pick([.little, .big])
        addPosition()
        addFix()
        addTime()
        addCamera()
        gps.shuffle(using: &random)
        exif.shuffle(using: &random)
        let kind = pick([.short, .long, .signedShort, .signedLong, .directory, .long8] as [ExifEntry.Kind])
        // A second number does not change the directory's offset.
        let further = pick([[], [], [7]] as [[Double]])
        pointer = { tag, place in .numbers(tag, kind, [Double(place)] + further) }
        let seed = random.next()
        arrangement = { entries in
            var random = SplitMix64(seed: seed)
            return entries.shuffled(using: &random)
        }
    }

    /// A structure of these entries.
    var structure: ExifStructure {
        var structure = ExifStructure(order: order, primary: primary, exif: exif, gps: gps)
        (structure.pointer, structure.arrangement) = (pointer, arrangement)
        return structure
    }

    /// A TIFF file of these entries, or a BigTIFF file.
    func file(isBig: Bool) -> TIFFFile {
        var file = TIFFFile(.init(primary, exif: exif, gps: gps))
        (file.order, file.isBig, file.arrangement) = (order, isBig, arrangement)
        // Only BigTIFF has 64 bits for an offset in the entry itself.
        file.pointer = pointer
        return file
    }

    /// `name: said, not truth` for each fact that differs.
    func differences(from facts: PhotoFacts) -> [String] {
        var found: [String] = []
        func compare(_ name: String, _ said: Double?, _ truth: Double?, within tolerance: Double = 1e-9) {
            if let said, let truth, abs(said - truth) <= tolerance { return }
            if said != nil || truth != nil { found.append("\(name): \(said as Any), not \(truth as Any)") }
        }
        compare("latitude", facts.position.coordinate?.latitude, latitude)
        compare("longitude", facts.position.coordinate?.longitude, longitude)
        compare("altitude", facts.altitude, altitude)
        compare("accuracy", facts.horizontalAccuracy, accuracy)
        compare("offset", facts.captureTime?.offset.map { Double($0.seconds) }, offset.map(Double.init))
        compare("orientation", facts.orientation.map(Double.init), Double(orientation))
        if facts.captureTime?.wall != wall { found.append("time: \(facts.captureTime as Any), not \(wall as Any)") }
        if facts.gpsTime != gpsTime { found.append("GPS time: \(facts.gpsTime as Any), not \(gpsTime as Any)") }
        if facts.make != make { found.append("make: \(facts.make as Any), not \(make)") }
        return found
    }
}

// Drawing.
extension VariedExif {
    private mutating func pick<Item>(_ items: [Item]) -> Item {
        items[Int(random.next() % UInt64(items.count))]
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func addPosition() {
        let south = pick([false, true])
        let west = pick([false, true])
        latitude = addAngle(0x02, degrees: number(1...88)) * (south ? -1 : 1)
        longitude = addAngle(0x04, degrees: number(1...178)) * (west ? -1 : 1)
        addReference(0x01, south ? "South" : "North")
        addReference(0x03, west ? "West" : "East")
    }

    /// Adds an angle in one of its notations, and returns it.
    private mutating func addAngle(_ tag: UInt16, degrees: Int) -> Double {
        let (minutes, seconds) = (number(0...59), number(0...5_999))
        let whole = [Double(degrees), Double(minutes), Double(seconds / 100)]
        let fine = [Double(degrees), Double(minutes), Double(seconds) / 100]
        let decimal = Double(degrees) + Double(seconds) / 10_000
        let numbers = pick([whole, fine, [Double(degrees), Double(minutes) + 0.25], [decimal], [Double(degrees)]])
        if pick([true, false, false, false, false]) {
            let text = numbers.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: " ")
            gps.append(.text(tag, text))
            return Self.angle(numbers)
        }
        let isWhole = numbers.allSatisfy { $0 == $0.rounded() }
        let fractions = [.rational, .signedRational, .float, .double] as [ExifEntry.Kind]
        let small = degrees < 128 ? ExifEntry.Kind.whole : ExifEntry.Kind.whole.filter { $0 != .signedByte }
        let kind = pick(isWhole ? fractions + small : fractions)
        gps.append(.numbers(tag, kind, numbers))
        return Self.angle(kind == .float ? numbers.map { Double(Float($0)) } : numbers)
    }

    private static func angle(_ numbers: [Double]) -> Double {
        let all = numbers + [0, 0]
        return all[0] + (all[1] + all[2] / 60) / 60
    }

    private mutating func addReference(_ tag: UInt16, _ word: String) {
        let letter = String(word.prefix(1))
        let text = pick([letter, letter.lowercased(), word, word.uppercased(), word.lowercased()])
        let end = pick(["\0", "", " \0", "\0\0"])
        let kind = pick(textKinds)
        gps.append(.bytes(tag, kind, Array((text + end).utf8)))
    }

    private mutating func addFix() {
        let kinds = [.rational, .signedRational, .float, .double, .short, .long, .signedLong] as [ExifEntry.Kind]
        let (height, isBelow, error) = (Double(number(1...4_000)), pick([false, true]), Double(number(1...900)))
        gps.append(.numbers(0x06, pick(kinds), [height]))
        gps.append(.numbers(0x05, pick(ExifEntry.Kind.whole + [.undefined]), [isBelow ? 1 : 0]))
        gps.append(.numbers(0x1F, pick(kinds), [error]))
        (altitude, accuracy) = (isBelow ? -height : height, error)
        let (hour, minute, second, separator) = (number(0...23), number(0...59), number(0...59), pick([":", "-"]))
        gps.append(.numbers(0x07, pick(kinds), [Double(hour), Double(minute), Double(second)]))
        gps.append(.text(0x1D, ["2023", "06", "04"].joined(separator: separator)))
        gpsTime = WallTime(year: 2023, month: 6, day: 4, hour: hour, minute: minute, second: second)
    }

    private mutating func addTime() {
        let (separator, between) = (pick([":", "-", "/"]), pick([" ", "T"]))
        let (text, seconds) = pick([("", nil), ("", 7_200), ("+02:00", 7_200), ("-0330", -12_600)] as [(String, Int?)])
        let time = ["2023", "06", "05"].joined(separator: separator) + between + "10:11:12" + text
        let kind = pick(textKinds)
        let entry = ExifEntry.bytes(0x9003, kind, Array(time.utf8) + pick([[], [0]]))
        if pick([true, true, false]) { exif.append(entry) } else { primary.append(entry) }
        if let seconds, text.isEmpty { exif.append(.text(0x9011, UTCOffset(seconds: seconds, source: .exif).text)) }
        offset = seconds
        wall = WallTime(year: 2023, month: 6, day: 5, hour: 10, minute: 11, second: 12)
        exif.append(.short(0x8827, 100))
    }

    private mutating func addCamera() {
        orientation = number(1...8)
        let further = pick([[], [], [3]] as [[Double]])
        let orientation = ExifEntry.numbers(0x0112, pick(ExifEntry.Kind.whole), [Double(orientation)] + further)
        if pick([true, true, false]) { primary.append(orientation) } else { exif.append(orientation) }
        make = pick(["Leica", "X", "Seiko Epson"])
        let kind = pick(textKinds)
        primary.append(.bytes(0x010F, kind, Array(make.utf8) + [0]))
    }
}
