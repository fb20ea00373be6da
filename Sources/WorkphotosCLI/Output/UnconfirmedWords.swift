import PhotoModel
import PhotoPipeline
import SystemPackage

/// Shares that the destination has not confirmed, and the commands that stop them, in words.
struct UnconfirmedWords {
    /// The maximum number of shares that are named.
    private static let mostNames = 10

    private let shares: [ShareResult]
    private let options: GlobalOptions

    /// - Parameters:
    ///   - shares: all shares.
    ///   - options: the global options.
    init(_ shares: [ShareResult], options: GlobalOptions) {
        self.shares = shares.filter { $0.state == .planned }
        self.options = options
    }

    /// A line for each share: what may be shared, and with whom.
    var lines: [String] {
        let more = shares.count - Self.mostNames
        return shares.prefix(Self.mostNames).map(Self.line)
            + (more > 0 ? ["and \(more.grouped) more: workphotos share --list"] : [])
    }

    /// The commands that stop them.
    var next: [String] { shares.prefix(Self.mostNames).map(stop) }

    /// Warns, if there is anything to warn of.
    func warn(by reporter: Reporter) {
        if shares.isEmpty { return }
        let text =
            ["Sharing is not confirmed; share the same once more, or stop it:"] + lines.map { "  \($0)" }
            + next.map { "  next: \($0)" }
        reporter.warn(text.joined(separator: "\n"))
    }

    private static func line(_ share: ShareResult) -> String {
        let who = (share.grant?.audience ?? .link).words
        let place = share.place.map { terminalSafe($0.location.path.bytes) + ($0.isFolder ? "/" : "") } ?? ""
        return "\(terminalSafe(share.destination)): \(place); \(who) may see it"
    }

    private func stop(_ share: ShareResult) -> String {
        let isFolder = share.place?.isFolder == true
        let path = isFolder ? share.place?.location.path : share.path
        let who = share.grant?.audience.address.map { "--with \(shellQuoted(argument: $0))" } ?? "--link"
        let words = [
            "workphotos share --stop", isFolder ? "--folder" : nil, who,
            "--to \(shellQuoted(argument: share.destination))",
            path.flatMap { $0.isEmpty ? nil : shellQuoted($0.bytes) },
        ]
        return options.keepingPlaces(in: words.compactMap(\.self).joined(separator: " "))
    }
}
