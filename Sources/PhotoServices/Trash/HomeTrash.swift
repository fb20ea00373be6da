import Glibc
import PhotoPipeline
import SystemPackage

/// The user's own trash directory: `$XDG_DATA_HOME/Trash`, where that is not set `~/.local/share/Trash`.
struct HomeTrash {
    /// Free of links, also where it is not there yet.
    let path: FilePath
    /// By what the mount is known on which it is, or will be.
    let mount: MountIdentity

    /// - Parameter variables: the environment. A variable that is empty or no absolute path does not count.
    /// - Throws: `noHome`; `denied`, `failed` where it cannot be looked for.
    init(variables: [String: String]) throws(TrashError) {
        let wanted = try Self.directory(variables)
        var there = wanted
        var missing: [FilePath.Component] = []
        while true {
            if let resolved = unsafe there.withPlatformString({ unsafe realpath($0, nil) }) {
                defer { unsafe free(resolved) }
                there = unsafe FilePath(platformString: resolved)
                break
            }
            let error = Errno(rawValue: errno)
            guard error == .noSuchFileOrDirectory, let last = there.lastComponent else {
                throw TrashError(error, doing: "the trash \(wanted) cannot be used")
            }
            missing.append(last)
            there.removeLastComponent()
        }
        do throws(Errno) {
            mount = try ReachedFolder(there).mount
        } catch {
            throw TrashError(error, doing: "the trash \(wanted) cannot be used")
        }
        path = there.appending(missing.reversed())
    }

    private static func directory(_ variables: [String: String]) throws(TrashError) -> FilePath {
        func path(_ name: String) -> FilePath? {
            variables[name].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0.lexicallyNormalized() : nil }
        }
        if let data = path("XDG_DATA_HOME") { return data.appending("Trash") }
        if let home = path("HOME") { return home.appending(".local/share/Trash") }
        throw TrashError(.noHome, "there is no home for the trash: neither HOME nor XDG_DATA_HOME is an absolute path")
    }
}
