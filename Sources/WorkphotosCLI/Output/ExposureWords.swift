import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Shared files that are not work now, and the commands that stop sharing them, in words.
struct ExposureWords {
    /// The maximum number of files that are named.
    private static let mostNames = 10

    private let shares: [ShareResult]
    private let options: GlobalOptions

    /// - Parameters:
    ///   - shares: all shares.
    ///   - options: the global options.
    init(_ shares: [ShareResult], options: GlobalOptions) {
        self.shares = shares.filter { !$0.exposed.isEmpty }
        self.options = options
    }

    /// The number of files, each counted once for every audience.
    var count: Int { shares.reduce(0) { $0 + $1.exposed.count } }

    /// A line for each file: its path, its verdict, and who can see it.
    var lines: [String] {
        let all = shares.flatMap { share in share.exposed.map { Self.line($0, share) } }
        let more = all.count - Self.mostNames
        return Array(all.prefix(Self.mostNames))
            + (more > 0 ? ["and \(more.grouped) more: workphotos share --list"] : [])
    }

    /// The commands that stop sharing: one for copies, and one for the folders that contain copies.
    var next: [String] {
        let copies = names(of: shares.filter { $0.place?.isFolder != true })
        let folders = names(of: shares.filter { $0.place?.isFolder == true })
        var next: [String] = []
        if !copies.isEmpty { next.append(options.keepingPlaces(in: "workphotos share --stop \(copies)")) }
        if !folders.isEmpty { next.append(options.keepingPlaces(in: "workphotos share --stop --folder \(folders)")) }
        return next
    }

    /// Warns, if there is anything to warn of.
    func warn(by reporter: Reporter) {
        if shares.isEmpty { return }
        let text = ["Shared with others, but not work now:"] + lines.map { "  \($0)" } + next.map { "  next: \($0)" }
        reporter.warn(text.joined(separator: "\n"))
    }

    private static func line(_ file: ExposedFile, _ share: ShareResult) -> String {
        let who = (share.grant?.audience ?? .link).words
        let folder = share.place?.isFolder == true ? share.place?.location.path : nil
        let place = folder.map { " in \(terminalSafe($0.bytes))/" } ?? ""
        return "\(terminalSafe(file.path.bytes)): \(file.verdict.rawValue); "
            + "\(who) can see it at \(terminalSafe(share.destination))\(place)"
    }

    private func names(of shares: [ShareResult]) -> String {
        let files = shares.flatMap(\.exposed).map(\.path)
        var named: [String] = []
        for file in files where named.count < Self.mostNames {
            let name = shellQuoted(file.bytes)
            if !named.contains(name) { named.append(name) }
        }
        return named.joined(separator: " ")
    }
}

/// What tells a permission from others.
private struct Permission: Hashable {
    let destination: String
    let audience: ShareAudience?
    let place: SharedPlace?
}

extension [ShareResult] {
    /// The number of permissions: a folder that was renamed has one for all its paths.
    var permissions: Int {
        let all = map {
            Permission(destination: $0.destination, audience: $0.grant?.audience, place: $0.place?.identity)
        }
        return Set(all).count
    }
}

extension ShareAudience {
    /// The audience in words.
    var words: String { address.map { terminalSafe($0) } ?? "anyone who has the link" }
}

extension JSONLine {
    /// Sets `shared`, the number of shares, and `sharedButNotWork`, the shared files that are not work now.
    mutating func set(shares: [ShareResult]) {
        set("shared", shares.permissions)
        let exposed = shares.flatMap { share in share.exposed.map { (file: $0, share: share) } }
        set("sharedButNotWork", exposed) { one, object in
            object.set(path: one.file.path)
            object.set("verdict", one.file.verdict.rawValue)
            object.set("destination", one.share.destination)
            object.set("target", one.share.place?.location.path.string)
            object.set("folder", one.share.place?.isFolder)
            object.set("with", one.share.grant?.audience.address)
        }
    }
}
