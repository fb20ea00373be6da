import PhotoIndex
import PhotoModel

/// The question asked before anything is shared: what, with whom, and until when.
struct ShareQuestion {
    let order: ShareOrder
    let plan: SharePlan
    let destination: OpenDestination
    /// How the album is shared already.
    let shares: [StoredShare]
    let isClean: Bool

    var question: RemovalQuestion {
        let photos = plan.groups.reduce(0) { $0 + max(1, $1.members.count { $0.role != .sidecar && $0.target != nil }) }
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
        order.grants.map { words($0.audience) }.joined(separator: ", ")
    }

    private func words(_ audience: ShareAudience) -> String {
        audience.address.map { terminalSafe($0) } ?? "anyone who has the link"
    }

    private var lines: [String] {
        var lines = ["at: \(terminalSafe(destination.name))"]
        if let album = order.album {
            let added = plan.added.reduce(0) { $0 + $1.fingerprint.size }
            let more = "\(plan.added.count.counting("photo")) (\(added.byteSize)) added to it"
            lines.append("as the album: \(terminalSafe(album))" + (plan.added.isEmpty ? "" : ", with \(more)"))
        }
        if isClean { lines.append("without what tells place, device and person") }
        let named = Set(order.grants.map(\.audience))
        let others = Set(shares.map(\.grant.audience)).subtracting(named).map(words).sorted()
        if !others.isEmpty { lines.append("seen already by: \(others.joined(separator: ", "))") }
        let end = order.grants.compactMap(\.expires).first
        lines.append("until: \(end.map { UTCInstant(nanoseconds: $0).text } ?? "it is stopped")")
        if order.mail != nil { lines.append("they are notified by e-mail") }
        return lines
    }
}
