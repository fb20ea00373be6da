import Glibc
import PhotoModel
package import SystemPackage

/// Where a remote leads, through all remotes that wrap others.
package struct RcloneResolution: Hashable, Sendable {
    /// The directories of this machine that it leads to; absolute.
    package private(set) var directories: [FilePath] = []
    /// The types of the wrapping remotes, each once, from the outside in: `crypt`, `union`.
    package private(set) var wrappers: [String] = []
    /// The types of the remotes that store the files, each once. Empty if unknown.
    package private(set) var backends: [String] = []
    /// Whether everything was followed to its end. If not, a remote is not set up, is written in a way that cannot be
    /// parsed, or leads to itself.
    package private(set) var isComplete = true

    /// Rclone follows no more than this, and nobody nests as many.
    private static let deepest = 32
    private static let wrapping: Set<String> = [
        "alias", "cache", "chunker", "combine", "compress", "crypt", "hasher", "press", "union",
    ]

    /// The directory of this machine for which it is only another name; nil for all others.
    var directory: FilePath? {
        let isPlain = backends == ["local"] && wrappers.allSatisfy { $0 == "alias" }
        return isPlain && directories.count == 1 ? directories[0] : nil
    }

    /// Whether rclone lets all calls by the remote and its directory wait for each other.
    var isPaced: Bool { wrappers.isEmpty && backends == ["webdav"] }

    /// Follows a remote, without asking or reading anything. A relative directory is below this process's own.
    ///
    /// - Parameters:
    ///   - spec: the remote with its directory.
    ///   - configuration: the remotes of rclone's configuration file, each with its settings.
    ///   - variables: this program's environment, which may have settings of remotes too.
    package init(of spec: RcloneSpec, configuration: [String: [String: String]], variables: [String: String]) {
        let map = RcloneMap(configuration: configuration, variables: RcloneVariables.passed(variables))
        follow(spec, in: map, depth: 0)
    }

    private mutating func follow(_ spec: RcloneSpec, in map: RcloneMap, depth: Int) {
        guard depth < Self.deepest, let type = map.type(of: spec) else { return isComplete = false }
        guard Self.wrapping.contains(type) else { return arrive(spec, type) }
        if !wrappers.contains(type) { wrappers.append(type) }
        guard let next = map.next(after: spec, type: type), !next.isEmpty else { return isComplete = false }
        for text in next {
            guard let spec = try? RcloneSpec(text) else {
                isComplete = false
                continue
            }
            follow(spec, in: map, depth: depth + 1)
        }
    }

    private mutating func arrive(_ spec: RcloneSpec, _ type: String) {
        if !backends.contains(type) { backends.append(type) }
        guard type == "local" else { return }
        let directory = Self.absolute(FilePath(spec.root.isEmpty ? "." : spec.root))
        if !directories.contains(directory) { directories.append(directory) }
    }

    /// As rclone does it: `..` removes the component before it, even if that is a link.
    private static func absolute(_ path: FilePath) -> FilePath {
        guard path.isRelative, let current = unsafe getcwd(nil, 0) else { return path.lexicallyNormalized() }
        defer { unsafe free(current) }
        return unsafe FilePath(platformString: current).pushing(path).lexicallyNormalized()
    }
}

/// The settings of remotes.
private struct RcloneMap {
    let configuration: [String: [String: String]]
    let variables: [String: String]

    /// A remote's type; nil if it is not set up.
    func type(of spec: RcloneSpec) -> String? {
        switch spec.remote {
        case .local: "local"
        case .backend(let type): type.lowercased()
        case .named: setting("type", of: spec)?.lowercased()
        }
    }

    /// The effective setting: beside the remote, else in the environment, else in the file.
    private func setting(_ key: String, of spec: RcloneSpec) -> String? {
        if let value = spec.parameters[key] { return value }
        guard case .named(let name) = spec.remote else { return nil }
        return variables[RcloneVariables.name(of: key, remote: name)] ?? configuration[name]?[key]
    }

    /// Where a wrapping remote leads, with the requested directory; nil if its settings do not say.
    func next(after spec: RcloneSpec, type: String) -> [String]? {
        switch type {
        case "union":
            return words(of: "upstreams", of: spec)?.map { Self.joined(Self.withoutMode($0), spec.root) }
        case "combine":
            return words(of: "upstreams", of: spec).flatMap { Self.combined($0, spec.root) }
        case "crypt":
            // The names below are encrypted, so only its own directory is known.
            return setting("remote", of: spec).map { [$0] }
        default:
            return setting("remote", of: spec).map { [Self.joined($0, spec.root)] }
        }
    }

    /// A list as rclone writes it: separated by spaces, with quotation marks around words that contain some.
    private func words(of key: String, of spec: RcloneSpec) -> [String]? {
        guard let text = setting(key, of: spec) else { return nil }
        var (words, word, isQuoted, isWord) = ([String](), "", false, false)
        for character in text {
            if character == "\"" {
                // Two quotation marks within quotation marks are one.
                if !isQuoted, isWord { word.append(character) }
                isQuoted.toggle()
                isWord = true
            } else if character == " ", !isQuoted {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        return isWord ? words + [word] : words
    }

    private static func withoutMode(_ upstream: String) -> String {
        let mode = [":ro", ":nc", ":writeback"].first { upstream.hasSuffix($0) }
        return String(upstream.dropLast(mode?.count ?? 0))
    }

    /// The upstreams in `name=remote:path` that contain a directory, or all below it.
    private static func combined(_ upstreams: [String], _ root: String) -> [String]? {
        let wanted = root.split(separator: "/")
        var next: [String] = []
        for upstream in upstreams {
            let parts = upstream.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let name = parts[0].split(separator: "/")
            if wanted.starts(with: name) {
                next.append(joined(String(parts[1]), wanted.dropFirst(name.count).joined(separator: "/")))
            } else if name.starts(with: wanted) {
                next.append(String(parts[1]))
            }
        }
        return next
    }

    private static func joined(_ text: String, _ path: String) -> String {
        let path = path.drop { $0 == "/" }
        if path.isEmpty { return text }
        return text.hasSuffix(":") || text.hasSuffix("/") ? text + path : "\(text)/\(path)"
    }
}
