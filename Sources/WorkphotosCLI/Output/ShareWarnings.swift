import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// What a person has to know of shares, in words: shared files that are not work now, and shares that the destination
/// has not confirmed, each with the commands that stop them.
struct ShareWarnings {
    struct Warning {
        /// What it is about, for a line of a table.
        let label: String
        /// The same as a heading.
        let heading: String
        /// A line for each file or share.
        let lines: [String]
        /// The commands that stop sharing.
        let next: [String]
    }

    /// The maximum number of files or shares that are named.
    private static let mostNames = 10

    /// The number of shared files that are not work now, each counted once for every audience.
    let exposed: Int
    /// The warnings, without those that have no lines.
    let all: [Warning]

    /// - Parameters:
    ///   - shares: all shares.
    ///   - albums: all albums that are not whole and shared.
    ///   - listed: those of them to tell of even if all their photos are work.
    init(
        _ shares: [ShareResult], albums: [AlbumReport], listed: [AlbumReport] = [], options: GlobalOptions
    ) {
        let unwanted = albums.flatMap { album in
            album.unwanted.map { (file: $0, album: Optional(album.name), destination: album.destination) }
        }
        let exposures = shares.flatMap { share in share.exposed.map { (file: $0, share: share) } }
        let unconfirmed = shares.filter { $0.state == .planned }
        exposed = exposures.count
        all = [
            Warning(
                label: "shared, but not work now", heading: "Shared with others, but not work now:",
                lines: Self.first(exposures.map { Self.line($0.file, $0.share) }),
                next: Self.ends(of: exposures.map { ($0.file, $0.share.album, $0.share.destination) }).map {
                    options.keepingPlaces(in: $0)
                }),
            Warning(
                label: "sharing not confirmed",
                heading: "Sharing is not confirmed; share the same once more, or stop it:",
                lines: Self.first(unconfirmed.map(Self.line)),
                next: unconfirmed.prefix(Self.mostNames).map { options.keepingPlaces(in: Self.stop($0)) }),
            Warning(
                label: "in albums, not work now", heading: "In albums that nobody sees, but not work now:",
                lines: Self.first(
                    unwanted.map { file, album, destination in
                        "\(terminalSafe(file.path.bytes)): \(file.verdict.rawValue); its copy may be at "
                            + "\(terminalSafe(destination)) in the album \(terminalSafe(album ?? ""))"
                    }),
                next: Self.ends(of: unwanted).map { options.keepingPlaces(in: $0) }),
            Warning(
                label: "albums not shared",
                heading: "Albums that are not whole and shared; share them once more, or remove them:",
                lines: Self.first(listed.map { "\($0.state.rawValue): \($0.words)" }),
                next: listed.prefix(Self.mostNames).map { Self.removal(of: $0, options) }),
        ].filter { !$0.lines.isEmpty }
    }

    /// The commands after which nobody sees some files any more: one for all copies, and one for each album.
    private static func ends(of exposures: [(file: ExposedFile, album: String?, destination: String)]) -> [String] {
        var commands: [(album: String?, destination: String, files: [String])] = []
        for (file, album, destination) in exposures {
            let name = shellQuoted(file.path.bytes)
            let known = commands.firstIndex {
                $0.album == album && (album == nil || $0.destination == destination)
            }
            if let known {
                if !commands[known].files.contains(name) { commands[known].files.append(name) }
            } else {
                commands.append((album, destination, [name]))
            }
        }
        return commands.map { command in
            let files = command.files.prefix(mostNames).joined(separator: " ")
            guard let album = command.album.map({ shellQuoted(argument: $0) }) else {
                return "workphotos share --stop \(files)"
            }
            let destination = shellQuoted(argument: command.destination)
            return "workphotos share --album \(album) --to \(destination) --remove \(files)"
        }
    }

    static func removal(of album: AlbumReport, _ options: GlobalOptions) -> String {
        let (name, destination) = (shellQuoted(argument: album.name), shellQuoted(argument: album.destination))
        return options.keepingPlaces(
            in: "workphotos share --stop --album \(name) --to \(destination) --remove-copies")
    }

    /// Tells how to share an album without what was refused, unless these warnings tell it.
    func warn(ofRefused files: [ShareResult], options: GlobalOptions, by reporter: Reporter) {
        let exposures = files.compactMap { file in
            file.path.map {
                (
                    file: ExposedFile(path: $0, verdict: file.verdict ?? .unsure), album: file.album,
                    destination: file.destination
                )
            }
        }
        let commands = Self.ends(of: exposures).map { options.keepingPlaces(in: $0) }
        for command in commands where !all.contains(where: { $0.next.contains(command) }) {
            reporter.warn(
                "The album is shared when all its photos may be; to take the refused ones out:\n  next: \(command)")
        }
    }

    func warn(by reporter: Reporter) {
        for warning in all {
            let text =
                [warning.heading] + warning.lines.map { "  \($0)" } + warning.next.map { "  next: \($0)" }
            reporter.warn(text.joined(separator: "\n"))
        }
    }

    private static func first(_ lines: [String]) -> [String] {
        let more = lines.count - mostNames
        return lines.prefix(mostNames) + (more > 0 ? ["and \(more.grouped) more: workphotos share --list"] : [])
    }

    private static func line(_ file: ExposedFile, _ share: ShareResult) -> String {
        let who = (share.grant?.audience ?? .link).words
        return "\(terminalSafe(file.path.bytes)): \(file.verdict.rawValue); "
            + "\(who) can see it at \(terminalSafe(share.destination))"
    }

    private static func line(_ share: ShareResult) -> String {
        let who = (share.grant?.audience ?? .link).words
        let copy = share.copy.map { terminalSafe($0.path.bytes) } ?? ""
        return "\(terminalSafe(share.destination)): \(copy); \(who) can see it, if it is shared"
    }

    private static func stop(_ share: ShareResult) -> String {
        let who = share.grant?.audience.address.map { "--with \(shellQuoted(argument: $0))" } ?? "--link"
        let to = shellQuoted(argument: share.destination)
        let what =
            share.album.map { "--album \(shellQuoted(argument: $0))" }
            ?? share.path.map { shellQuoted($0.bytes) } ?? ""
        return "workphotos share --stop \(who) --to \(to) \(what)"
    }
}

extension ShareAudience {
    var words: String { address.map { terminalSafe($0) } ?? "anyone who has the link" }
}

extension JSONLine {
    /// Sets `shared`, the number of shares, and `sharedButNotWork`, the shared files that are not work now.
    mutating func set(shares: [ShareResult]) {
        set("shared", shares.count)
        let exposed = shares.flatMap { share in share.exposed.map { (file: $0, share: share) } }
        set("sharedButNotWork", exposed) { one, object in
            object.set(path: one.file.path)
            object.set("verdict", one.file.verdict.rawValue)
            object.set("destination", one.share.destination)
            object.set("target", one.share.copy?.path.string)
            object.set("with", one.share.grant?.audience.address)
        }
    }
}
