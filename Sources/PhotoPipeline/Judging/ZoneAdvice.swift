/// What to write for what is no name of a time zone, but an offset from UTC or an abbreviation.
struct ZoneAdvice {
    /// In words without a full stop.
    let text: String

    /// Nil for other words.
    init?(_ word: String) {
        let upper = word.uppercased()
        if let cities = Self.abbreviations[upper] {
            let meant = cities.count == 1 ? cities[0] : "one of \(cities.joined(separator: ", "))"
            text = "\(upper) is an abbreviation and changes with the season; name the zone of a city: \(meant)"
            return
        }
        guard let minutes = Self.offset(upper) else { return nil }
        let zone = Self.cities[minutes].map { ", such as \($0)" } ?? ", as in Europe/Berlin"
        let sign = minutes < 0 ? "behind" : "ahead of"
        let size = "\(abs(minutes) / 60) h" + (minutes % 60 == 0 ? "" : " \(abs(minutes) % 60) min")
        let place = minutes == 0 ? "an offset and no zone" : "an offset (\(size) \(sign) UTC) and no zone"
        text = "it is \(place), whose clocks may change with the season; name the zone of a city there\(zone)"
    }

    /// Minutes ahead of UTC: `GMT+2`, `UTC-05:30`, `+0200`, also with `Etc/` before it; nil for other words.
    private static func offset(_ word: String) -> Int? {
        var rest = word[...]
        if rest.hasPrefix("ETC/") { rest = rest.dropFirst(4) }
        for name in ["GMT", "UTC"] where rest.hasPrefix(name) { rest = rest.dropFirst(3) }
        guard let sign = rest.first, "+-\u{2212}".contains(sign) else { return nil }
        let digits = rest.dropFirst().filter { $0 != ":" }
        guard (1...4).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits)
        else { return nil }
        let minutes = digits.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
        guard minutes <= 14 * 60 else { return nil }
        return sign == "+" ? minutes : -minutes
    }

    /// A city at each offset, by minutes ahead of UTC in winter.
    private static let cities: [Int: String] = [
        -660: "Pacific/Pago_Pago", -600: "Pacific/Honolulu", -540: "America/Anchorage", -480: "America/Los_Angeles",
        -420: "America/Denver", -360: "America/Chicago", -300: "America/New_York", -240: "America/Halifax",
        -210: "America/St_Johns", -180: "America/Sao_Paulo", -120: "America/Noronha", -60: "Atlantic/Azores",
        0: "Europe/London", 60: "Europe/Berlin", 120: "Europe/Athens", 180: "Africa/Nairobi", 210: "Asia/Tehran",
        240: "Asia/Dubai", 270: "Asia/Kabul", 300: "Asia/Karachi", 330: "Asia/Kolkata", 345: "Asia/Kathmandu",
        360: "Asia/Dhaka", 390: "Asia/Yangon", 420: "Asia/Bangkok", 480: "Asia/Singapore", 540: "Asia/Tokyo",
        570: "Australia/Darwin", 600: "Australia/Brisbane", 660: "Pacific/Noumea", 720: "Pacific/Auckland",
        780: "Pacific/Tongatapu", 840: "Pacific/Kiritimati",
    ]

    /// The cities whose clocks have an abbreviation. Names of the tz database such as EST are none of these.
    private static let abbreviations: [String: [String]] = [
        "PST": ["America/Los_Angeles"], "PDT": ["America/Los_Angeles"], "PT": ["America/Los_Angeles"],
        "MDT": ["America/Denver"], "MT": ["America/Denver"], "CST": ["America/Chicago", "Asia/Shanghai"],
        "CDT": ["America/Chicago"], "CT": ["America/Chicago"], "EDT": ["America/New_York"], "ET": ["America/New_York"],
        "AKST": ["America/Anchorage"], "AKDT": ["America/Anchorage"], "AST": ["America/Halifax", "Asia/Riyadh"],
        "ADT": ["America/Halifax"], "NST": ["America/St_Johns"], "NDT": ["America/St_Johns"],
        "BRT": ["America/Sao_Paulo"], "ART": ["America/Argentina/Buenos_Aires"], "CLT": ["America/Santiago"],
        "COT": ["America/Bogota"], "PET": ["America/Lima"], "BST": ["Europe/London", "Asia/Dhaka"],
        "IST": ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"], "WEST": ["Europe/Lisbon"],
        "CEST": ["Europe/Berlin"], "MEZ": ["Europe/Berlin"], "MESZ": ["Europe/Berlin"], "EEST": ["Europe/Athens"],
        "MSK": ["Europe/Moscow"], "TRT": ["Europe/Istanbul"], "SAST": ["Africa/Johannesburg"], "CAT": ["Africa/Maputo"],
        "EAT": ["Africa/Nairobi"], "WAT": ["Africa/Lagos"], "GST": ["Asia/Dubai"], "PKT": ["Asia/Karachi"],
        "NPT": ["Asia/Kathmandu"], "ICT": ["Asia/Bangkok"], "WIB": ["Asia/Jakarta"], "SGT": ["Asia/Singapore"],
        "HKT": ["Asia/Hong_Kong"], "PHT": ["Asia/Manila"], "PHST": ["Asia/Manila"], "JST": ["Asia/Tokyo"],
        "KST": ["Asia/Seoul"], "AWST": ["Australia/Perth"], "ACST": ["Australia/Adelaide"],
        "ACDT": ["Australia/Adelaide"], "AEST": ["Australia/Sydney", "Australia/Brisbane"],
        "AEDT": ["Australia/Sydney"], "NZST": ["Pacific/Auckland"], "NZDT": ["Pacific/Auckland"],
    ]
}
