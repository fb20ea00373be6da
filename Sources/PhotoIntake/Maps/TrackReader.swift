package import PhotoModel

/// Reads the tracks of GPX files, 1.0 and 1.1 (https://www.topografix.com/GPX/1/1/).
package enum TrackReader {
    /// Reads the tracks of a file, with all points that have a time and a position.
    ///
    /// Points without a time are left out, and so are those at 0,0, which devices write when they have no fix, and
    /// those beyond 90 or 180 degrees. Waypoints and routes are not tracks.
    ///
    /// - Parameter bytes: the whole file.
    /// - Returns: the tracks in the order of the file; empty if no points remain.
    /// - Throws: if the file is larger than 64 MiB, damaged, has a DOCTYPE, or is not a GPX file, and if one of its
    ///   times is not understood: without that point, photos would be put on a straight line that nobody walked.
    ///   Nothing of such a file is used.
    package static func read(_ bytes: [UInt8]) throws(MapFileError) -> [Track] {
        let found = try MapXML.read(bytes, into: TrackCollector())
        if let unknown = found.unknownTime {
            throw MapFileError(
                line: unknown.line,
                "the time \"\(terminalSafe(String(unknown.text.prefix(40))))\" is not understood; a GPX file has "
                    + "times like 2026-05-01T08:00:00Z")
        }
        return found.tracks
    }
}

/// Collects the tracks from the elements of a GPX file.
struct TrackCollector: MapElements {
    private(set) var tracks: [Track] = []
    private(set) var depth = 0
    var text: [UInt8] = []
    private(set) var wantsText = false
    /// The first time that is not understood, and its line.
    private(set) var unknownTime: (line: Int, text: String)?

    /// The line of the current time.
    private var timeLine = 1
    private var points: [TrackPoint] = []
    /// The position and depth of the current point; nil outside of a point, and for one that is left out.
    private var place: Coordinate?
    private var pointDepth = 0
    private var time: WallTime?

    mutating func start(_ name: String, _ attributes: [String: String], line: Int) throws(MapFileError) {
        if depth == 0, name != "gpx" {
            throw MapFileError(line: line, "this is no GPX file: it begins with <\(terminalSafe(name))>")
        }
        depth += 1
        wantsText = false
        switch name {
        case "trkpt":
            place = Self.coordinate(attributes)
            (pointDepth, time) = (depth, nil)
        case "time" where place != nil && depth == pointDepth + 1:
            (wantsText, timeLine) = (true, line)
            text.removeAll(keepingCapacity: true)
        case "trk": endTrack()
        default: break
        }
    }

    mutating func end() {
        depth -= 1
        if wantsText { take(time: trimmed(String(decoding: text, as: UTF8.self))) }
        wantsText = false
        if let coordinate = place, depth < pointDepth {
            if let time { points.append(TrackPoint(time: time, coordinate: coordinate)) }
            place = nil
        }
        if depth == 0 { endTrack() }
    }

    private mutating func take(time text: String) {
        time = Self.time(text)
        if time == nil, !text.isEmpty, unknownTime == nil { unknownTime = (timeLine, text) }
    }

    private mutating func endTrack() {
        if let track = Track(points) { tracks.append(track) }
        points = []
    }

    private static func coordinate(_ attributes: [String: String]) -> Coordinate? {
        guard let latitude = attributes["lat"].flatMap({ decimal(trimmed($0)) }),
            let longitude = attributes["lon"].flatMap({ decimal(trimmed($0)) }),
            latitude != 0 || longitude != 0
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// A time as XML Schema has it, `2026-05-01T08:00:00.5Z` or with an offset, also with a blank for the `T`.
    /// Without either it is UTC's, as GPX says of all its times.
    private static func time(_ text: String) -> WallTime? {
        guard let day = text.firstIndex(where: { "Tt ".contains($0) }) else { return nil }
        let mark = text[day...].firstIndex { "Z+-".contains($0) } ?? text.endIndex
        let clock = trimmed(text[text.index(after: day)..<mark])
        guard let instant = try? UTCInstant(parsing: "\(text[..<day])T\(clock)Z"), let seconds = seconds(text[mark...])
        else {
            return nil
        }
        return WallTime(microseconds: instant.nanoseconds / 1_000 - Int64(seconds) * 1_000_000)
    }

    private static func seconds(_ offset: Substring) -> Int? {
        if offset.isEmpty || offset == "Z" { return 0 }
        return try? CaptureTime(parsing: "2000-01-01T00:00:00\(offset)").offset?.seconds
    }
}
