import Foundation
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import WorkphotosTestSupport

/// A directory with a configuration of rclone, and an rclone for it.
struct RcloneWorld {
    static let isInstalled = ["/usr/local/bin/rclone", "/usr/bin/rclone"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    /// The reason if it is not.
    static let reason = "rclone is not installed"

    let tree: TemporaryTree
    let rclone: Rclone

    /// - Parameters:
    ///   - configuration: the text of the file; `TREE` stands for the directory.
    ///   - tree: the directory; nil for a fresh one.
    ///   - program: the program's name or path.
    ///   - flags: of rclone.
    ///   - rateLimit: how fast it copies.
    ///   - variables: more of the environment.
    ///   - patience: how long a remote may leave a call without an answer.
    /// - Throws: where the directory or the settings are not to be had.
    init(
        _ configuration: String = "", tree: TemporaryTree? = nil, program: String = "rclone", flags: [String] = [],
        rateLimit: String? = nil, variables: [String: String] = [:], patience: Duration = .seconds(10)
    ) throws {
        let tree = try tree ?? TemporaryTree()
        try tree.write("rclone.conf", Array(configuration.replacing("TREE", with: tree.path("").string).utf8))
        let home = tree.path("").string
        let environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "RCLONE_CONFIG": tree.path("rclone.conf").string,
        ]
        let settings = try RcloneSettings(
            program: program, flags: flags, rateLimit: rateLimit, variables: environment.merging(variables) { $1 },
            patience: patience)
        rclone = try Rclone(settings, random: { .random(in: .min ... .max) })
        self.tree = tree
    }

    /// Starts to copy a file of 60 MB to `to/big` as the group `copy`, and waits until a part of it is there.
    func startCopy() async throws -> Task<UploadError?, Never> {
        try tree.write("dir/big", [UInt8](repeating: 7, count: 60_000_000))
        let (source, target) = (try local("dir", "big"), try local("to", "big"))
        let copy = Task { await Self.error { try await rclone.copyFile(from: source, to: target, group: "copy") } }
        while try await rclone.stats("copy").bytes == 0 { await Task.yield() }
        return copy
    }

    /// A place below a directory of the tree.
    func local(_ directory: FilePath, _ path: String = "") throws -> RclonePlace {
        RclonePlace(try RcloneSpec(tree.path(directory).string), path)
    }

    func place(_ remote: String, _ path: String = "") throws -> RclonePlace {
        RclonePlace(try RcloneSpec(remote.replacing("TREE", with: tree.path("").string)), path)
    }

    /// All of a file.
    func bytes(_ place: RclonePlace, from offset: Int64 = 0) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try unsafe await rclone.read(place, from: offset) { unsafe bytes += $0 }
        return bytes
    }

    /// The ids of the processes that have this world's configuration.
    func processes() -> [Int32] { Self.processes(with: "RCLONE_CONFIG=" + tree.path("rclone.conf").string) }

    /// The ids of the processes that have a variable.
    static func processes(with variable: String) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { number in
            guard let bytes = FileManager.default.contents(atPath: "/proc/\(number)/environ"), !hasEnded(number) else {
                return false
            }
            return bytes.split(separator: 0).contains { $0.elementsEqual(variable.utf8) }
        }
    }

    static func error<Value>(_ body: () async throws -> Value) async -> UploadError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? UploadError
        }
    }
}
