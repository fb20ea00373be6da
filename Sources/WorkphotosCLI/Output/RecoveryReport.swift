import PhotoModel
import PhotoPipeline

/// Reports the ways to recover an index, as text and as JSON.
struct RecoveryReport {
    let ways: [RecoveryOption]
    let options: GlobalOptions
    let reporter: Reporter

    /// Writes a JSON line for each way.
    func printObjects() throws {
        for way in ways {
            var line = JSONLine(type: "remedy")
            line.set("what", way.kind.rawValue)
            line.set(path: way.path)
            line.set("made", way.made.map { UTCInstant(nanoseconds: $0).text })
            line.set("photos", way.photos)
            line.set("loses", way.kind.loses)
            line.set("commands", commands(way))
            try reporter.print(line)
        }
    }

    /// Writes each way as text, with what it loses and what to type.
    func printText() throws {
        try reporter.print("")
        try reporter.print(
            "Fences and configuration are separate files. Ways to recover the index, best first:")
        for (place, way) in ways.enumerated() {
            try reporter.print("\n\(place + 1). \(heading(way)). Lost: \(way.kind.loses).")
            try commands(way).forEach { try reporter.print(exactly: "     \($0)") }
        }
    }

    /// The command to type first.
    var next: String? { ways.first.flatMap { commands($0).first } }

    /// The commands of a way, in order; empty if it is none of these.
    func commands(_ kind: RecoveryOption.Kind) -> [String] { ways.first { $0.kind == kind }.map(commands) ?? [] }

    private func commands(_ way: RecoveryOption) -> [String] {
        way.steps.map(\.command).map(options.keepingPlaces)
    }

    private func heading(_ way: RecoveryOption) -> String {
        switch way.kind {
        case .backup:
            let when = way.made.map { UTCInstant(nanoseconds: $0).text.prefix(16).replacing("T", with: " ") + "Z" }
            return "The backup \(way.path.map { terminalSafe($0.bytes) } ?? "–") of \(when ?? "–"), which knows "
                + (way.photos ?? 0).counting("photo")
        case .rebuild: return "The receipts that the destinations keep"
        case .scan: return "A new scan"
        }
    }
}

extension RecoveryOption.Kind {
    /// What this way loses, in one sentence without a full stop.
    fileprivate var loses: String {
        switch self {
        case .backup: "what was marked, held, staged, sent and removed since it was made"
        case .rebuild: "marks, holds, what is staged, and the record of runs, in which undo finds what they removed"
        case .scan:
            "all of that; and what was sent counts as not uploaded until an upload to the same place reads its receipts"
        }
    }
}
