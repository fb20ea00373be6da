package import PhotoModel

/// Reads map files other than GeoJSON: KML 2.0 to 2.3 (OGC 12-007r2 and its predecessors), KMZ, GPX 1.0 and 1.1.
package enum MapReader {
    /// The maximum number of bytes of XML, compressed or not.
    static let mostBytes = 64 << 20
    /// The maximum number of places and shapes of a file, together.
    static let mostShapes = 250_000
    /// The maximum number of positions of a file.
    static let mostPositions = 500_000

    /// The kind of a file, by its first bytes.
    package enum Kind: Sendable {
        case xml, kmz
    }

    /// - Parameter bytes: the file, or its beginning.
    /// - Returns: nil for any other kind, including GeoJSON.
    package static func kind(of bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .kmz }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return .xml }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = text.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        return first == UInt8(ascii: "<") ? .xml : nil
    }

    /// Reads the places of a file.
    ///
    /// - Parameter bytes: the whole file.
    /// - Returns: the places, and the elements that are not places.
    package static func read(_ bytes: [UInt8], kind: Kind) throws(MapFileError) -> MapContent {
        switch kind {
        case .xml: return try places(bytes)
        case .kmz:
            let archive = try ZipArchive(bytes)
            // The first KML file is the one to display (OGC 12-007r2, annex C).
            let files = archive.entries.filter { $0.name.lowercased().hasSuffix(".kml") }
            guard let main = files.first else { throw MapFileError("the archive contains no KML file") }
            return try places(of: archive, files, from: main)
        }
    }

    /// What a link is called where nobody follows it.
    static let link = "a NetworkLink"

    /// The places of a file of an archive and of those that its links lead to, each once.
    private static func places(
        of archive: ZipArchive, _ files: [ZipArchive.Entry], from main: ZipArchive.Entry
    ) throws(MapFileError) -> MapContent {
        var content = MapContent()
        let entries = Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var (read, next, room): (Set<String>, [String], Int) = ([], [main.name], mostBytes)
        while let name = next.popLast() {
            guard let entry = entries[name], read.insert(name).inserted else { continue }
            let bytes = try archive.contents(of: entry, atMost: room)
            room -= bytes.count
            let found = try places(bytes)
            guard content.placemarks.count + found.placemarks.count <= mostShapes else {
                throw MapFileError("the archive has more than the \(mostShapes) places and shapes that are read")
            }
            content.placemarks += found.placemarks
            let targets = found.links.map { (line: $0.line, name: inArchive($0.target, from: name)) }
                .filter { entries[$0.name] != nil }
            next += targets.reversed().map(\.name)
            content.others += without(targets.map(\.line), found.others)
        }
        // Of several files of one name, only the first is read.
        content.others += files.filter { read.remove($0.name) == nil }.map {
            (1, "\(terminalSafe($0.name)) in the archive")
        }
        return content
    }

    /// What is no place, without a link for each of these lines.
    private static func without(_ lines: [Int], _ others: [(line: Int, what: String)]) -> [(line: Int, what: String)] {
        var left = Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
        return others.filter { other in
            guard other.what == link, let count = left[other.line], count > 0 else { return true }
            left[other.line] = count - 1
            return false
        }
    }

    /// The name in an archive that a link in one of its files means: relative to that file (OGC 12-007r2, annex C).
    private static func inArchive(_ target: String, from file: String) -> String {
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    private static func places(_ bytes: [UInt8]) throws(MapFileError) -> MapContent {
        try MapXML.read(bytes, into: MapCollector()).content
    }
}
