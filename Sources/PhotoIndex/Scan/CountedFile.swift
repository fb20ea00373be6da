import PhotoModel

/// What a file counts as: see ``Tally``. The group of a photo counts by itself, with the photo's bytes.
struct CountedFile {
    let isPhoto: Bool
    let size: Int64
    /// What it counts as while it is there.
    private let kind: Tally.Kind

    /// - Parameters:
    ///   - state: the word of its row.
    ///   - verdict: the one on its group.
    ///   - size: bytes.
    init(state: String?, verdict: Verdict?, size: Int64) {
        isPhoto = state == "photo"
        self.size = size
        kind =
            switch state {
            case "photo": .verdict(verdict ?? .unsure)
            case "sidecar": .sidecar
            case "other": .other
            default: .broken
            }
    }

    /// Takes it off the counts of what is there.
    func uncount(from tally: inout Tally) {
        tally.remove(kind, bytes: size)
        if isPhoto { tally[.group].bytes -= size }
    }

    /// Puts it into the counts of what is there.
    func count(in tally: inout Tally) {
        tally.add(kind, bytes: size)
        if isPhoto { tally[.group].bytes += size }
    }
}
