import PhotoFiles
import PhotoModel
import SystemPackage

/// A path, with its links resolved as far down as there is something.
struct ExistingDirectory {
    /// The last directory on the way that is there; absolute, free of links.
    let path: FilePath
    /// The names below it that are not there.
    let rest: [[UInt8]]
    /// The identities of ``path`` and of every directory above it, upwards.
    let chain: [FileIdentity]

    /// The path that was wanted, with links resolved and without `.` and `..`.
    var whole: FilePath {
        FilePath(bytes: ([path.bytes] + rest).reduce(into: []) { $0 += $0.isEmpty ? $1 : [0x2F] + $1 })
            .lexicallyNormalized()
    }

    /// The identity of the path that was wanted; nil where it is not there.
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

/// Where the program keeps its own files where nobody says otherwise.
enum OwnDirectories {
    /// The directories of the index and of the configuration: by the XDG base directories, and those that programs use
    /// which are told nothing of these, as cron's.
    ///
    /// - Parameter variables: the environment. A variable that is empty or no absolute path does not count.
    /// - Returns: the directories, there or not.
    static func all(_ variables: [String: String]) -> [FilePath] {
        (BaseDirectory.state.all(variables) + BaseDirectory.configuration.all(variables))
            .map { $0.lexicallyNormalized().appending("workphotos") }
    }
}
