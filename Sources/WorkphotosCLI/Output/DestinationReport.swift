import PhotoModel
import PhotoPipeline

struct DestinationReport {
    /// Nanoseconds since 1970-01-01T00:00:00Z, for ages.
    let now: Int64

    func json(_ facts: DestinationFacts) -> JSONLine {
        var line = JSONLine(type: "destination")
        line.set("name", facts.named.name)
        line.set("spec", facts.named.spec.shown)
        line.set("marker", facts.marker?.text)
        line.set("origin", facts.named.definition == nil ? "index" : "configuration")
        line.set("receipts", facts.receipts)
        line.set("bytes", facts.bytes)
        line.set("lastVerified", facts.lastVerified.map { UTCInstant(nanoseconds: $0).text })
        line.set("free", facts.free)
        return line
    }

    func json(_ copy: UnfinishedCopy) -> JSONLine {
        var line = JSONLine(type: "unfinished")
        line.set(path: copy.path)
        line.set("bytes", copy.bytes)
        line.set("standing", copy.standing.rawValue)
        return line
    }

    /// An unfinished copy in words, with the command to type.
    func words(on copy: UnfinishedCopy, _ facts: DestinationFacts, _ options: GlobalOptions) -> String {
        let name = shellQuoted(facts.named.name)
        let words =
            switch copy.standing {
            case .underWay:
                "is being uploaded, or its upload was killed; to settle it: \(options.keepingPlaces(in: "workphotos upload --to \(name)"))"
            case .left:
                "was left by an upload that has ended; to remove it: "
                    + options.keepingPlaces(in: "workphotos destination check \(name) --remove-unfinished")
            case .unproved:
                "was left by an upload that has ended, and nothing proves that it is what was sent; if nobody needs it: "
                    + "rm -- " + shellQuoted(copy.path.bytes)
            case .unknown:
                "is an unfinished copy that this index does not know; if no other machine sends there: rm -- "
                    + shellQuoted(copy.path.bytes)
            }
        return "\(terminalSafe(copy.path.bytes)): \(words)"
    }

    func summary(_ command: String, count: Int, removed: Int? = nil) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", command)
        line.set("destinations", count)
        if let removed { line.set("removed", removed) }
        return line
    }

    func row(_ facts: DestinationFacts) -> String {
        let origin = facts.named.definition == nil ? "" : "  (configuration)"
        return "\(padded(terminalSafe(facts.named.name), to: 16))  \(padded(holds(facts), to: 34))  "
            + terminalSafe(facts.named.spec.shown) + origin
    }

    func lines(_ facts: DestinationFacts) -> [String] {
        var lines = [
            row("name", terminalSafe(facts.named.name)), row("place", terminalSafe(facts.named.spec.shown)),
            row("marker", "\(facts.marker?.text ?? "none"), as expected"),
            row("library", "does not overlap"), row("holds", holds(facts)),
        ]
        if let verified = facts.lastVerified {
            lines.append(row("last verified", "\(Duration.nanoseconds(max(now, verified) - verified).brief) ago"))
        }
        if let free = facts.free { lines.append(row("free", free.byteSize)) }
        return lines
    }

    private func holds(_ facts: DestinationFacts) -> String {
        facts.marker == nil ? "never used" : "\(facts.photos.counting("photo")) (\(facts.bytes.byteSize))"
    }

    private func row(_ name: String, _ value: String) -> String { padded(name, to: 16) + value }
}
