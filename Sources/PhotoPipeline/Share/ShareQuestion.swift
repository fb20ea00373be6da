import PhotoModel
import SystemPackage

/// The question asked before anything is shared: what, with whom, and until when.
struct ShareQuestion {
    let order: ShareOrder
    let plan: SharePlan
    let destination: OpenDestination
    /// The shared folder and what is in it; nil if copies are shared.
    var folder: (place: SharedPlace, sight: FolderLook.Sight)?

    /// The wording.
    var question: RemovalQuestion {
        RemovalQuestion(
            headline: "Let \(who) \(what)?", lines: lines, groups: folder == nil ? plan.groups.count : 1,
            about: .sharing)
    }

    private var what: String {
        guard let folder else {
            let files = "\(plan.files.counting("file")), \(plan.bytes.byteSize)"
            return "\(verb) the copies of \(plan.groups.count.counting("group")) (\(files))"
        }
        let name =
            folder.place.location.path.isEmpty ? "the whole destination" : "the folder '\(shownPlace(folder.place))'"
        let copies = folder.sight.copies == 1 ? "copy" : "copies"
        return "\(verb) \(name), its \(folder.sight.copies.grouped) \(copies), whatever else is in it, "
            + "and everything uploaded there later"
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
        let end = order.grants.compactMap(\.expires).first
        lines.append("until: \(end.map { UTCInstant(nanoseconds: $0).text } ?? "it is stopped")")
        if let words = folder?.sight.unknownWords { lines.append("unknown: \(words)") }
        if order.mail != nil { lines.append("they are notified by e-mail") }
        return lines
    }

    private func shownPlace(_ place: SharedPlace) -> String { terminalSafe(place.location.path.bytes) }
}

extension FolderLook.Sight {
    /// How much in the folder is unknown; nil for nothing.
    var unknownWords: String? {
        if unknown.isEmpty { return nil }
        let verb = unknown.count == 1 ? "is" : "are"
        return "\(unknown.count.counting("different content")) in it \(verb) of no photo that the index knows"
    }
}
