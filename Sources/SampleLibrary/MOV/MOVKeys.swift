/// The keys of a clip and their values (QuickTime File Format, metadata atoms): what Apple's phones say of where, when
/// and by what it was taken.
enum MOVKeys {
    private static let prefix = "com.apple.quicktime."

    /// The box with the keys of a shot; `identifier` is that of the clip.
    static func box(_ shot: Shot, identifier: String) -> [UInt8] {
        let values = values(of: shot, identifier: identifier)
        var names: [UInt8] = []
        var items: [UInt8] = []
        for (place, (key, value)) in values.enumerated() {
            names += Box.plain("mdta", Array((prefix + key).utf8))
            // The type 1 is UTF-8 text, the language 0 any.
            let data = Box.plain("data", Box.long(1), Box.long(0), Array(value.utf8))
            items += Box.long(Box.headerSize + data.count) + Box.long(place + 1) + data
        }
        return Box.plain(
            "meta", MOVTrack.handler("\0\0\0\0", "mdta"), Box.full("keys", Box.long(values.count), names),
            Box.plain("ilst", items))
    }

    private static func values(of shot: Shot, identifier: String) -> [(key: String, value: String)] {
        var values: [(key: String, value: String)] = []
        if let accuracy = shot.accuracy {
            values.append(("location.accuracy.horizontal", fixed(accuracy.value, digits: 6)))
        }
        values.append(("content.identifier", identifier))
        if let point = shot.fix.coordinate { values.append(("location.ISO6709", position(point, shot.altitude))) }
        values.append(("make", shot.camera.make))
        values.append(("model", shot.camera.model))
        values.append(("software", shot.camera.software))
        values.append(("creationdate", date(shot)))
        return values
    }

    /// `+53.5413000000+009.9841000000+012.34/`: degrees, degrees, metres (ISO 6709, annex H). The altitude is in
    /// centimetres.
    private static func position(_ point: GeoPoint, _ altitude: Int) -> String {
        signed(point.latitude, whole: 2, digits: 10) + signed(point.longitude, whole: 3, digits: 10)
            + signed(Double(altitude) / 100, whole: 3, digits: 2) + "/"
    }

    /// `2026-05-01T10:00:00+0200`.
    private static func date(_ shot: Shot) -> String {
        let offset = Zone.text(offset: shot.offset).filter { $0 != ":" }
        return shot.taken.date.text(separator: "-") + "T" + shot.taken.timeText(separator: ":") + offset
    }

    private static func signed(_ value: Double, whole: Int, digits count: Int) -> String {
        let text = fixed(abs(value), digits: count)
        let missing = whole + 1 + count - text.utf8.count
        return (value < 0 ? "-" : "+") + String(repeating: "0", count: max(missing, 0)) + text
    }

    /// A number from 0 up with so many digits behind the point, rounded.
    private static func fixed(_ value: Double, digits count: Int) -> String {
        var unit = 1
        for _ in 0..<count { unit *= 10 }
        let units = Int((value * Double(unit)).rounded())
        return String(units / unit) + "." + digits(units % unit, count)
    }
}
