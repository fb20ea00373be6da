import PhotoFiles
import PhotoModel
import SystemPackage

/// A program that synchronises a directory with another place.
package enum SyncTool: String, CaseIterable, Hashable, Sendable {
    case syncthing = "Syncthing"
    case dropbox = "Dropbox"
    case nextcloud = "Nextcloud"
    case oneDrive = "OneDrive"
    case resilio = "Resilio Sync"
    /// A remote that is mounted by rclone, onedriver or the like: the directory is the remote itself.
    case mount = "a mounted remote"

    /// What the tool does when a purge removes a file.
    var consequence: String {
        switch self {
        case .syncthing:
            "what a purge removes here is removed on every other device too, and is kept there only with file "
                + "versioning"
        case .dropbox:
            "what a purge removes here is removed there and on every computer; Dropbox keeps it for 30 days"
        case .nextcloud:
            "what a purge removes here is removed on the server, into its trash bin, and on every computer"
        case .oneDrive:
            "what a purge removes here is removed there, into its recycle bin, and on every computer"
        case .resilio: "what a purge removes here is removed on every other device too, into .sync/Archive there"
        case .mount: "it is the remote itself: what a purge removes is removed there, where there may be no trash"
        }
    }
}

/// Signs of such programs in the directories that they synchronise, and in their own configuration.
struct SyncSigns {
    /// The most directories immediately below a root that are examined, since one of them may be synchronised by
    /// itself.
    private static let most = 200
    private static let mounts: Set<String> = [
        "fuse.rclone", "fuse.onedriver", "fuse.google-drive-ocamlfuse", "fuse.gcsfuse", "fuse.s3fs", "davfs",
    ]

    private let home: FilePath?
    private let configuration: [FilePath]

    /// - Parameter variables: the environment, which gives the home directory.
    init(variables: [String: String]) {
        home = variables["HOME"].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
        configuration = BaseDirectory.configuration.all(variables)
    }

    /// The program that synchronises a root, a directory around it, or one immediately below it.
    ///
    /// - Parameter root: an existing directory.
    /// - Returns: the program, and the directory or file that shows it; nil where there is none.
    func find(at root: FilePath) -> (tool: SyncTool, sign: FilePath)? {
        let root = (try? resolveRoot(root)) ?? root
        if let kind = MountTable().kinds(of: root).first?.type, Self.mounts.contains(kind) { return (.mount, root) }
        var directory = root
        repeat {
            if let found = sign(in: directory) { return found }
        } while directory.removeLastComponent() && !directory.components.isEmpty
        if let found = oneDrive(around: root) { return found }
        let below = ((try? names(in: root)) ?? []).filter { $0.first != UInt8(ascii: ".") }.prefix(Self.most)
        return below.lazy.map { root.appending(bytes: $0) }
            .filter { (try? FileStatus(at: $0))?.isDirectory ?? false }.compactMap(sign).first
    }

    /// The sign in a directory that is the top of a synchronised tree.
    private func sign(in directory: FilePath) -> (tool: SyncTool, sign: FilePath)? {
        func has(_ name: String, isDirectory: Bool) -> Bool {
            guard let status = try? FileStatus(at: directory.appending(name)) else { return false }
            return isDirectory ? status.isDirectory : status.isRegular
        }
        if has(".stfolder", isDirectory: true) || has(".stfolder", isDirectory: false) {
            return (.syncthing, directory.appending(".stfolder"))
        }
        // The home directory has a `.dropbox` directory, which is Dropbox's configuration.
        if has(".dropbox", isDirectory: false) || has(".dropbox.cache", isDirectory: true) {
            return (.dropbox, directory)
        }
        if has(".sync/ID", isDirectory: false) { return (.resilio, directory.appending(".sync")) }
        if directory == home { return nil }
        let own = (try? names(in: directory)) ?? []
        let journal = own.map { String(decoding: $0, as: UTF8.self) }.first { name in
            let isJournal = (name.hasPrefix(".sync_") || name.hasPrefix("._sync_")) && name.hasSuffix(".db")
            return isJournal || name == ".owncloudsync.log" || name == ".nextcloudsync.log"
        }
        return journal.map { (.nextcloud, directory.appending($0)) }
    }

    /// The client for OneDrive leaves no sign in its directory; its configuration names the directory.
    private func oneDrive(around root: FilePath) -> (tool: SyncTool, sign: FilePath)? {
        for directory in configuration.map({ $0.appending("onedrive") }) {
            guard (try? FileStatus(at: directory))?.isDirectory ?? false else { continue }
            let file = directory.appending("config")
            let named = ((try? SmallFile.read(file)) ?? nil).flatMap(Self.directory)
            guard let text = named ?? (home == nil ? nil : "~/OneDrive") else { continue }
            let isBelowHome = text.hasPrefix("~/")
            guard let place = isBelowHome ? home?.appending(String(text.dropFirst(2))) : FilePath(text) else {
                continue
            }
            let real = (try? resolveRoot(place)) ?? place.lexicallyNormalized()
            if root.starts(with: real) || real.starts(with: root) { return (.oneDrive, named == nil ? real : file) }
        }
        return nil
    }

    private static func directory(_ bytes: [UInt8]) -> String? {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.compactMap { $0.wholeMatch(of: #/\s*sync_dir\s*=\s*"([^"]*)"\s*/#).map { String($0.1) } }.last
    }
}
