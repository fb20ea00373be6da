import Crypto
import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The tz database as it is installed: a directory of TZif files. Foundation has zones of its own, which may differ
/// from the system's, and does not say which bytes it used; verdicts follow the digest of each file.
package struct TimeZoneFiles: Sendable {
    /// Its location by the Filesystem Hierarchy Standard and by convention.
    static let systemDirectory: FilePath = "/usr/share/zoneinfo"

    private let directory: FilePath

    package init(directory: FilePath = systemDirectory) {
        self.directory = directory
    }

    /// One zone.
    package struct Zone: Sendable {
        /// Its past and future rules.
        package let rules: TimeZoneRules
        /// SHA-256 of the file it was read from.
        let digest: [UInt8]
    }

    /// The zone of an IANA name, such as `Europe/Berlin`.
    ///
    /// - Throws: where there is none of that name, or its file is damaged.
    package func zone(named name: String) throws(TextError) -> Zone {
        guard Self.isName(name) else {
            let advice = ZoneAdvice(name)?.text ?? "write it as in Europe/Berlin"
            throw TextError("\"\(terminalSafe(name))\" is not the name of a time zone; \(advice)")
        }
        let path = directory.appending(name)
        guard let bytes = try? SmallFile.read(path), bytes.starts(with: "TZif".utf8) else {
            throw TextError("there is no time zone \"\(terminalSafe(name))\" in \(directory)\(hint(name))")
        }
        do {
            return Zone(rules: try TimeZoneRules(parsing: bytes), digest: Array(SHA256.hash(data: bytes)))
        } catch {
            throw TextError("the time zone \"\(terminalSafe(name))\" cannot be read from \(path): \(error.message)")
        }
    }

    /// Whether a name stays below the directory: parts of letters, digits, `_`, `+`, `-`, separated by single slashes.
    private static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2B, 0x2D: true
                    default: false
                    }
                }
        }
    }

    /// What was probably meant, after a semicolon; empty where nobody knows.
    ///
    /// An offset and an abbreviation are explained, with the zone of a city. A name is suggested only for one that is
    /// written like a city's: between short names a slip of one letter leads to another side of the earth.
    private func hint(_ name: String) -> String {
        if let explained = ZoneAdvice(name) { return "; \(explained.text)" }
        guard let bytes = (try? SmallFile.read(directory.appending("tzdata.zi"))) ?? nil else { return "" }
        var names: [String] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            // Zones are `Z NAME …`, links `L TARGET NAME`.
            if words.count >= 3, line.starts(with: "Z ".utf8) {
                names.append(String(decoding: words[1], as: UTF8.self))
            }
            if words.count == 3, line.starts(with: "L ".utf8) {
                names.append(String(decoding: words[2], as: UTF8.self))
            }
        }
        let cities = names.filter { $0.contains("/") && !$0.hasPrefix("Etc/") && !$0.contains(where: \.isNumber) }
        let city = cities.first { $0.lowercased().hasSuffix("/" + name.lowercased()) }
        let near = name.contains("/") && !name.hasPrefix("Etc/") ? nearestWord(to: name, among: cities) : nil
        return (city ?? near).map { "; did you mean \($0)?" } ?? ""
    }
}

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
