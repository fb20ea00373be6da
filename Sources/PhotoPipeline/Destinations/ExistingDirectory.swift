import PhotoFiles
import PhotoModel
import SystemPackage

/// A path whose links are resolved as far as it exists.
struct ExistingDirectory {
    /// The last existing directory of the path; absolute, free of links.
    let path: FilePath
    /// The names below it that do not exist.
    let rest: [[UInt8]]
    /// The identities of ``path`` and of every directory above it, upwards.
    let chain: [FileIdentity]

    /// The full path, with links resolved and without `.` and `..`.
    var whole: FilePath {
        FilePath(bytes: ([path.bytes] + rest).reduce(into: []) { $0 += $0.isEmpty ? $1 : [0x2F] + $1 })
            .lexicallyNormalized()
    }

    /// The identity of the full path; nil if it does not exist.
    var identity: FileIdentity? { rest.isEmpty ? chain.first : nil }

    /// - Parameter wanted: absolute.
    init(_ wanted: FilePath) {
        var directory = wanted
        var rest: [[UInt8]] = []
        while true {
            if let real = try? SmallFile.resolvingLinks(directory) {
                path = real
                break
            }
            guard let last = directory.lastComponent else {
                path = directory
                break
            }
            rest.append(last.bytes)
            directory.removeLastComponent()
        }
        self.rest = rest.reversed()
        var chain: [FileIdentity] = []
        var above = path
        while true {
            if let status = try? FileStatus(at: above) { chain.append(status.identity) }
            guard above.lastComponent != nil else { break }
            above.removeLastComponent()
        }
        self.chain = chain
    }
}

/// The default directories of the program's own files.
enum OwnDirectories {
    /// The directories of the index and of the configuration, by the XDG base directories, and the defaults used by
    /// programs without these variables, such as those started by cron.
    ///
    /// - Parameter variables: the environment. A variable that is empty or not an absolute path is ignored.
    /// - Returns: the directories, whether or not they exist.
    static func all(_ variables: [String: String]) -> [FilePath] {
        (BaseDirectory.state.all(variables) + BaseDirectory.configuration.all(variables))
            .map { $0.lexicallyNormalized().appending("workphotos") }
    }
}
