import PhotoModel

/// The question asked before anything is shared: what, with whom, and until when.
struct ShareQuestion {
    let order: ShareOrder
    let plan: SharePlan
    let destination: OpenDestination

    /// The wording.
    var question: RemovalQuestion {
        let photos = plan.groups.reduce(0) { $0 + max(1, $1.members.count { $0.role != .sidecar }) }
        return RemovalQuestion(
            headline: "Let \(who) \(verb) the copies of \(photos.counting("photo")) (\(plan.bytes.byteSize))?",
            lines: lines, photos: photos, about: .sharing)
    }

    private var verb: String {
        switch order.grants.first?.role ?? .reader {
        case .reader: "see"
        case .commenter: "see, and comment on,"
        case .writer: "see, change and remove"
        }
    }

    private var who: String {
        let persons = order.grants.compactMap(\.audience.address)
        return persons.isEmpty ? "anyone who has the link" : persons.map { terminalSafe($0) }.joined(separator: ", ")
    }

    private var lines: [String] {
        var lines = ["at: \(terminalSafe(destination.name))"]
        if let album = order.album { lines.append("as the album: \(terminalSafe(album))") }
        let end = order.grants.compactMap(\.expires).first
        lines.append("until: \(end.map { UTCInstant(nanoseconds: $0).text } ?? "it is stopped")")
        if order.mail != nil { lines.append("they are notified by e-mail") }
        return lines
    }
}
