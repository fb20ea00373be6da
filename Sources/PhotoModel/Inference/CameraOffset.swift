/// How far a camera's clock is ahead of UTC's, as a person says: for looking photos up in tracks, and nothing else.
package struct CameraOffset: Hashable, Sendable {
    /// Microseconds; negative where the clock is behind.
    package var microseconds: Int64

    /// - Parameter microseconds: as above.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Reads a duration with a sign or without: `1h3m`, `-90s`.
    ///
    /// - Throws: `TextError`, also for more than 36 hours: no clock that is meant to be right is farther off.
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

    /// What a photo of a clock says: what the camera's clock showed less what the other did.
    ///
    /// - Parameters:
    ///   - taken: the photo's wall time.
    ///   - shown: the moment that the clock in the picture shows, in UTC.
    /// - Throws: `TextError` for more than 36 hours.
    package init(taken: WallTime, shown: WallTime) throws(TextError) {
        try self.init(checking: taken.microseconds - shown.microseconds)
    }

    /// The offset as ``init(parsing:)`` reads it, to the second: `1h3m`, `-1m30s`.
    package var text: String {
        let seconds = Int((Double(microseconds) / 1e6).rounded())
        let parts = [(abs(seconds) / 3_600, "h"), (abs(seconds) / 60 % 60, "m"), (abs(seconds) % 60, "s")]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return (seconds < 0 ? "-" : "") + (text.isEmpty ? "0s" : text)
    }
}

extension CameraOffset {
    /// The moment in UTC at which the camera's clock showed a time.
    func moment(of wall: WallTime) -> WallTime { WallTime(microseconds: wall.microseconds - microseconds) }
}

/// How far cameras' clocks are ahead of UTC's, as a person said.
package struct CameraOffsets: Hashable, Sendable {
    /// By the camera's row. These count for all photos of the camera but those whose time is given in UTC.
    package var byCamera: [Int64: CameraOffset] = [:]
    /// Of all other cameras, for photos that say no offset; nil where nobody said one.
    package var others: CameraOffset?

    package init() {}
}

/// Which cameras' clocks an offset is of.
package enum CameraChoice: Hashable, Sendable {
    /// All that no offset was given for.
    case others
    /// Those whose make, model, or both with a blank between, hold a text in any case.
    case named(String)
    /// The very one.
    case exactly(make: String?, model: String?)
}

/// What a person says of cameras' clocks.
package struct CameraClock: Hashable, Sendable {
    /// Whose clock.
    package let choice: CameraChoice
    /// How far it is ahead; nil where what was said before is to be forgotten.
    package let offset: CameraOffset?

    package init(_ choice: CameraChoice, _ offset: CameraOffset?) {
        self.choice = choice
        self.offset = offset
    }

    /// Reads `1h3m`, `CAMERA=1h3m` or `none` in the place of the offset. The camera is a part of its make and model.
    ///
    /// - Throws: `TextError`.
    package init(parsing text: String) throws(TextError) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        let name = trimmed(parts.dropLast().joined(separator: "="))
        if parts.count > 1, name.isEmpty { throw TextError("a camera is named as in 'EOS 5D=1h3m'") }
        let value = trimmed(parts.last ?? "")
        choice = parts.count > 1 ? .named(name) : .others
        offset = value == "none" ? nil : try CameraOffset(parsing: value)
    }
}
