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

    /// - Parameter directory: the directory of the zones.
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
    /// - Throws: `TextError` where there is none of that name, or its file is damaged.
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
