/// How far a camera's clock is ahead of UTC, as given by a person. It is used only to look photos up in tracks.
package struct CameraOffset: Hashable, Sendable {
    /// Microseconds; negative where the clock is behind.
    package var microseconds: Int64

    /// - Parameter microseconds: negative where the clock is behind.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Parses a duration with an optional sign: `1h3m`, `-90s`.
    ///
    /// - Throws: `TextError`, also for more than 36 hours: no clock that is meant to be right is further off.
    package init(parsing text: String) throws(TextError) {
        let text = trimmed(text)
        let isBehind = text.hasPrefix("-")
        let duration = try Duration(parsing: isBehind || text.hasPrefix("+") ? String(text.dropFirst()) : text)
        let length = Int64((duration / .microseconds(1)).rounded())
        try self.init(checking: isBehind ? -length : length)
    }

    private init(checking microseconds: Int64) throws(TextError) {
        guard abs(microseconds) <= 36 * 3_600_000_000 else { throw TextError("a camera's offset is at most 36h") }
        self.microseconds = microseconds
    }

    /// The offset that follows from a photo of a clock: the time on the camera's clock minus the time in the picture.
    ///
    /// - Parameter shown: the moment on the photographed clock, in UTC.
    /// - Throws: for more than 36 hours.
    package init(taken: WallTime, shown: WallTime) throws(TextError) {
        try self.init(checking: taken.microseconds - shown.microseconds)
    }

    /// The offset in the syntax of ``init(parsing:)``, to the second: `1h3m`, `-1m30s`.
    package var text: String {
        let seconds = Int((Double(microseconds) / 1e6).rounded())
        let parts = [(abs(seconds) / 3_600, "h"), (abs(seconds) / 60 % 60, "m"), (abs(seconds) % 60, "s")]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return (seconds < 0 ? "-" : "") + (text.isEmpty ? "0s" : text)
    }
}

extension CameraOffset {
    /// The moment in UTC at which the camera's clock showed the given time.
    func moment(of wall: WallTime) -> WallTime { WallTime(microseconds: wall.microseconds - microseconds) }
}

/// How far cameras' clocks are ahead of UTC, as given by a person.
package struct CameraOffsets: Hashable, Sendable {
    /// By the camera's row. An offset applies to all photos of its camera except those whose time is given in UTC.
    package var byCamera: [Int64: CameraOffset] = [:]
    /// For all other cameras' photos without a UTC offset of their own; nil if none was given.
    package var others: CameraOffset?

    package init() {}

    /// The offset in force for a photo's time; nil if there is none, or the photo's own counts.
    ///
    /// - Parameter camera: the camera's row.
    /// - Returns: the offset, and whether it was given for this camera.
    package func offset(of time: CaptureTime, camera: Int64) -> (offset: CameraOffset, isOfCamera: Bool)? {
        if !time.isOnlyUTC, let own = byCamera[camera] { return (own, true) }
        return time.utc == nil ? others.map { ($0, false) } : nil
    }
}

/// An offset that is stored, with where it came from.
package struct KnownCameraOffset: Hashable, Sendable {
    /// How a person gave it. The raw values are the options of a scan.
    package enum Source: String, CaseIterable, Sendable {
        case cameraOffset = "camera-offset"
        case clockPhoto = "clock-photo"
    }

    /// The camera's name; nil for all cameras without an offset of their own.
    package let camera: String?
    /// How far the clock is ahead.
    package let offset: CameraOffset
    /// How it was given.
    package let source: Source

    package init(camera: String?, offset: CameraOffset, source: Source) {
        self.camera = camera
        self.offset = offset
        self.source = source
    }

    /// What it means, and where it came from: `1h3m ahead of UTC, by --camera-offset for this camera`.
    package var words: String {
        let isBehind = offset.microseconds < 0
        let size = CameraOffset(microseconds: abs(offset.microseconds)).text
        return "\(size) \(isBehind ? "behind" : "ahead of") UTC, by --\(source.rawValue)"
    }
}

/// Photos that tracks cannot place, since nothing tells the moment of their wall times.
package struct ClocklessPhotos: Hashable, Sendable {
    /// How many there are.
    package let photos: Int
    /// The name of the camera that took most of them.
    package let camera: String

    package init(photos: Int, camera: String) {
        self.photos = photos
        self.camera = camera
    }
}

/// The cameras that an offset applies to.
package enum CameraChoice: Hashable, Sendable {
    /// All cameras without an offset of their own.
    case others
    /// Cameras whose make, model, or make and model joined by a space contain the text, ignoring case.
    case named(String)
    /// Exactly one camera.
    case exactly(make: String?, model: String?)
}

/// What a person states about cameras' clocks.
package struct CameraClock: Hashable, Sendable {
    package let choice: CameraChoice
    /// How far the clocks are ahead; nil to forget the earlier statement.
    package let offset: CameraOffset?

    /// How it was given: only a photo of a clock names its camera exactly.
    package var source: KnownCameraOffset.Source { if case .exactly = choice { .clockPhoto } else { .cameraOffset } }

    package init(_ choice: CameraChoice, _ offset: CameraOffset?) {
        self.choice = choice
        self.offset = offset
    }

    /// Parses `1h3m` or `CAMERA=1h3m`; `none` may replace the offset. CAMERA is a part of the make and model.
    package init(parsing text: String) throws(TextError) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        let name = trimmed(parts.dropLast().joined(separator: "="))
        if parts.count > 1, name.isEmpty { throw TextError("a camera is named as in 'EOS 5D=1h3m'") }
        let value = trimmed(parts.last ?? "")
        choice = parts.count > 1 ? .named(name) : .others
        offset = value == "none" ? nil : try CameraOffset(parsing: value)
    }
}
