internal import PhotoModel

extension SidecarFormat {
    /// The format that a file's name promises by its ending, in any ASCII case: `.xmp`, `.aae`, and `.json` for what
    /// Takeout writes; nil for every other. `name` may be a path and may end with NUL.
    init?(promisedBy name: [UInt8]) {
        if Self.ends(name, in: ".xmp") {
            self = .xmp
        } else if Self.ends(name, in: ".json") {
            self = .takeout
        } else if Self.ends(name, in: ".aae") {
            self = .aae
        } else {
            return nil
        }
    }

    private static func ends(_ name: [UInt8], in ending: StaticString) -> Bool {
        let length = ending.utf8CodeUnitCount
        let start = name.count - (name.last == 0 ? 1 : 0) - length
        guard start >= 0 else { return false }
        for place in 0..<length {
            let byte = name[start + place]
            let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard unsafe small == ending.utf8Start[place] else { return false }
        }
        return true
    }
}
