import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reports shares that were made, ended or listed, as text and as JSON.
struct ShareReport {
    enum Act {
        case sharing, stopping, removing, takingOut, listing
    }

    let reporter: Reporter
    let act: Act
    /// Whether nothing was changed.
    let isDryRun: Bool

    func show(_ result: ShareResult) throws {
        if reporter.isJSON { return try reporter.print(JSONLine(share: result)) }
        if reporter.isQuiet, [.planned, .done, .removed].contains(result.state), act != .listing, result.link == nil {
            return
        }
        try reporter.print(row(result))
    }

    /// Writes an album that is not whole and shared.
    ///
    /// - Parameter next: the command that removes it.
    /// - Throws: `ConsoleError` if standard output cannot be written.
    func show(_ album: AlbumReport, next: String) throws {
        if reporter.isJSON { return try reporter.print(JSONLine(album: album, next: next)) }
        try reporter.print(padded(album.state.rawValue, to: 13) + album.words)
    }

    /// Writes the summary.
    ///
    /// - Parameters:
    ///   - exposed: for a list, the number of shared files that are not work now; else nil.
    ///   - albums: for a list, the number of albums that are not whole and shared.
    /// - Throws: `ConsoleError` if standard output cannot be written.
    func print(_ summary: ShareSummary, exposed: Int? = nil, albums: Int = 0) throws {
        if reporter.isJSON {
            try reporter.print(json(summary, exposed))
        } else if act == .listing {
            if summary.byState.isEmpty, albums == 0, !reporter.isQuiet { try reporter.print("Nothing is shared.") }
        } else if !reporter.isQuiet {
            try sentences(summary).forEach { try reporter.print($0) }
        }
        for file in summary.unshared {
            let path = terminalSafe(file.path.bytes)
            switch file.standing {
            case .unknown: reporter.warn("\(path): no such photo is known, and nothing of that name is shared")
            case .notInAlbum(let name): reporter.warn("\(path): it is not in the album \(terminalSafe(name))")
            case .notShared, .sharedOtherwise, .inAlbum: break
            }
        }
        if summary.endsRun { reporter.warn("Another run is sharing; it was asked to share nothing more") }
        if let error = summary.endedBy { reporter.warn(error.message, next: error.remedy?.command) }
        if summary.signal != nil {
            reporter.warn("stopped; \(summary.left.grouped) left. To continue, run the same command again")
        }
    }

    private func row(_ result: ShareResult) -> String {
        let target = terminalSafe((result.copy?.path ?? result.path)?.bytes ?? [])
        var parts = ["\(terminalSafe(result.destination)): \(target)"]
        if let grant = result.grant { parts.append(grant.words) }
        if let link = result.link, result.state != .removed { parts.append(terminalSafe(link.address)) }
        if let why = why(result) { parts.append(why) }
        let isRemoved = act == .removing && result.state == .removed && result.grant == nil
        return padded(isRemoved ? "removed" : word(result.state), to: 13) + parts.joined(separator: "; ")
    }

    private func why(_ result: ShareResult) -> String? {
        if act == .stopping, result.state == .removed, result.album != nil {
            return "its copies stay there; --remove-copies removes them"
        }
        guard result.why == .inferred, let path = result.path else {
            return result.detail ?? result.why?.words.ofGroups
        }
        return "it is work only by an inferred position. To share it, confirm it: "
            + "workphotos mark work \(shellQuoted(path.bytes))"
    }

    private func word(_ state: ShareResult.State) -> String {
        switch (state, act) {
        case (.planned, .sharing): "would share"
        case (.planned, .stopping): "would stop"
        case (.planned, .removing): "would remove"
        case (.planned, .takingOut): "would take out"
        case (.planned, .listing): "may be there"
        case (.done, _): "shared"
        case (.removed, .takingOut): "taken out"
        case (.removed, _): "stopped"
        case (.failed, _): "failed"
        case (.refused, _): "refused"
        }
    }

    private func json(_ summary: ShareSummary, _ exposed: Int?) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "share")
        for state in ShareResult.State.allCases { line.set(state.rawValue, summary.count(state)) }
        line.set("personal", summary.personal)
        line.set("unsure", summary.unsure)
        line.set("notUploaded", summary.notUploaded)
        line.set("left", summary.left)
        line.set("exposed", exposed)
        line.set("dryRun", isDryRun)
        line.set("seconds", summary.seconds)
        return line
    }

    private func sentences(_ summary: ShareSummary) -> [String] {
        let counts = ShareResult.State.allCases.filter { summary.count($0) > 0 }.map {
            "\(summary.count($0).grouped) \(word($0))"
        }
        var sentences = summary.unshared.compactMap(unshared)
        if !counts.isEmpty || summary.unshared.isEmpty {
            sentences.append(counts.isEmpty ? nothing : counts.joined(separator: ", "))
        }
        let stays = [
            (summary.personal, "personal"), (summary.unsure, "unsure"), (summary.notUploaded, "not uploaded there"),
            (summary.left, "not started"),
            (summary.notInAlbum, "not in the album, which has the photos of its first run"),
        ]
        let told = stays.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        if !told.isEmpty { sentences.append("Not shared: \(told.joined(separator: ", "))") }
        return sentences
    }

    private func unshared(_ file: ShareSummary.Unshared) -> String? {
        let path = terminalSafe(file.path.bytes)
        switch file.standing {
        case .notShared: return "\(path) is not shared"
        case .sharedOtherwise: return "\(path) is shared otherwise than named: workphotos share --list"
        case .inAlbum(let name):
            let album = shellQuoted(argument: name)
            return "\(path) is in an album; to take it out: "
                + "workphotos share --album \(album) --remove \(shellQuoted(file.path.bytes))"
        case .unknown, .notInAlbum: return nil
        }
    }

    private var nothing: String {
        switch act {
        case .sharing, .listing: "Nothing to share"
        case .stopping: "None of that is shared"
        case .removing: "Nothing was removed"
        case .takingOut: "Nothing was taken out"
        }
    }
}

extension ShareGrant {
    /// Audience, role and end, as text.
    fileprivate var words: String {
        let end = expires.map { " until \(UTCInstant(nanoseconds: $0).text)" } ?? ""
        return "\(audience.words) as \(role.rawValue)\(end)"
    }
}

extension AlbumReport {
    /// Where it is, and what is missing.
    var words: String {
        let place = "\(terminalSafe(destination)): \(terminalSafe(folder.path.bytes))"
        let standing =
            switch state {
            case .unfinished: "\(proved.grouped) of \(copies.grouped) files are proved to be there"
            case .unshared: "\(copies.counting("file")), never shared"
            case .stopped: "\(copies.counting("file")), not shared any more"
            case .empty: "all photos were taken out"
            case .gone: "its folder is not there any more"
            }
        return "\(place); \(standing)"
    }
}

extension JSONLine {
    fileprivate init(album: AlbumReport, next: String) {
        self.init(type: "album")
        set("album", album.name)
        set("destination", album.destination)
        set("target", album.folder.path.string)
        set("state", album.state.rawValue)
        set("files", album.copies)
        set("proved", album.proved)
        set("bytes", album.bytes)
        set("next", next)
    }

    fileprivate init(share result: ShareResult) {
        self.init(type: "share")
        set(path: result.path)
        set("album", result.album)
        set("destination", result.destination)
        set("target", result.copy?.path.string)
        set("link", result.link?.address)
        set("with", result.grant?.audience.address)
        set("role", result.grant?.role.rawValue)
        set("expiresAt", result.grant?.expires.map { UTCInstant(nanoseconds: $0).text })
        set("state", result.state.rawValue)
        set("why", result.why?.rawValue)
        set("detail", result.detail)
        set("verdict", result.verdict?.rawValue)
        set("exposed", result.exposed) { file, object in
            object.set(path: file.path)
            object.set("verdict", file.verdict.rawValue)
        }
    }
}

extension ShareSummary.Unshared {
    /// Whether what was named is none of what could be meant.
    fileprivate var isMistaken: Bool {
        switch standing {
        case .unknown, .notInAlbum: true
        case .notShared, .sharedOtherwise, .inAlbum: false
        }
    }
}

extension ExitStatus {
    init(_ summary: ShareSummary) {
        let succeeded = [ShareResult.State.planned, .done, .removed].reduce(0) { $0 + summary.count($1) }
        self.init(worstOf: [
            summary.signal.map { ExitStatus($0) },
            summary.endedBy.flatMap { ExitStatus(ending: $0.kind) },
            summary.count(.refused) > summary.unclean ? .refused : nil,
            .failed(
                if: summary.unclean > 0 || summary.count(.failed) > 0 || summary.endedBy != nil
                    || summary.unshared.contains(where: \.isMistaken), besides: succeeded),
            summary.unsettled > 0 ? .partial : nil,
        ])
    }
}
