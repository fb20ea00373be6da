internal import Glibc
package import SystemPackage

/// A file system of another kind, mounted for one test and unmounted when the value is released.
package final class MountedPlace: Sendable {
    /// The kinds that tests mount.
    package enum Kind: String, CaseIterable, Sendable {
        case mergerfs, sshfs, bindfs, overlay, gocryptfs, exfat, ntfs, vfat
    }

    /// Why a kind cannot be mounted here.
    package struct Unavailable: Error, CustomStringConvertible {
        package let description: String
    }

    /// The mounted directory, absolute.
    package let path: FilePath
    private let tree: TemporaryTree

    /// Mounts a new, empty file system.
    ///
    /// - Throws: `Unavailable` where its program is not installed, or this user may not mount.
    package init(_ kind: Kind) throws {
        let tree = try TemporaryTree()
        for name in ["mount", "one", "two", "three"] { try tree.makeDirectory(FilePath(name)) }
        self.tree = tree
        path = tree.path("mount")
        var failures: [String] = []
        for command in try Self.commands(kind, in: tree) {
            guard let failure = try Self.failure(of: command) else { continue }
            failures.append(failure)
            break
        }
        if failures.isEmpty, try !Self.isMountPoint(path, in: tree.path) { failures.append("nothing is mounted") }
        if let first = failures.first { throw Unavailable(description: "\(kind) cannot be mounted: \(first)") }
    }

    deinit {
        // FUSE may be busy for a moment.
        for _ in 0..<50 where unsafe path.withPlatformString({ unsafe umount2($0, 0) }) != 0 { usleep(20_000) }
        _ = unsafe path.withPlatformString { unsafe umount2($0, Int32(MNT_DETACH)) }
    }

    /// Whether a kind can be mounted, so that its tests run; otherwise why not.
    package static func obstacle(_ kind: Kind) -> String? {
        do {
            _ = try MountedPlace(kind)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func commands(_ kind: Kind, in tree: TemporaryTree) throws -> [[String]] {
        let (mount, one, two, three) = (
            tree.path("mount").string, tree.path("one").string, tree.path("two").string, tree.path("three").string
        )
        switch kind {
        case .mergerfs: return [["mergerfs", "\(one):\(two)", mount]]
        case .bindfs: return [["bindfs", one, mount]]
        case .overlay:
            // Layers may not be on an overlay themselves; such a machine skips it.
            return [
                ["mount", "-t", "overlay", "overlay", "-o", "lowerdir=\(one),upperdir=\(two),workdir=\(three)", mount]
            ]
        case .gocryptfs:
            try tree.write("password", Array("word\n".utf8))
            let password = ["-q", "-passfile", tree.path("password").string]
            return [["gocryptfs", "-init"] + password + [one], ["gocryptfs"] + password + [one, mount]]
        case .sshfs:
            // Without a network: the server's program is started in place of ssh.
            try tree.write("ssh", Array("#!/bin/sh\nexec /usr/lib/openssh/sftp-server\n".utf8))
            let ssh = tree.path("ssh").string
            return [["chmod", "755", ssh], ["sshfs", "-o", "ssh_command=\(ssh)", "here:\(one)", mount]]
        case .exfat: return try image(["mkfs.exfat"], ["mount.exfat-fuse"], in: tree)
        case .ntfs: return try image(["mkfs.ntfs", "-q", "-F"], ["ntfs-3g"], in: tree)
        case .vfat: return try image(["mkfs.vfat"], ["mount", "-t", "vfat", "-o", "loop"], in: tree)
        }
    }

    private static func image(_ make: [String], _ mount: [String], in tree: TemporaryTree) throws -> [[String]] {
        let image = tree.path("image").string
        return [["truncate", "-s", "64M", image], make + [image], mount + [image, tree.path("mount").string]]
    }

    /// Why a command failed; nil if it did not.
    private static func failure(of command: [String]) throws -> String? {
        let none = try FileDescriptor.open(FilePath("/dev/null"), .readWrite)
        defer { try? none.close() }
        let variables = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp"]
        let child = try ChildProcess(
            ["/usr/bin/env"] + command, variables: variables,
            streams: [none.rawValue, none.rawValue, none.rawValue])
        let status = child.wait()
        return status == 0 ? nil : "\(command[0]) failed (\(status >> 8 & 0xFF))"
    }

    private static func isMountPoint(_ path: FilePath, in above: FilePath) throws -> Bool {
        func device(_ path: FilePath) throws -> UInt64 {
            var status = stat()
            guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else {
                throw Errno(rawValue: errno)
            }
            return UInt64(status.st_dev)
        }
        return try device(path) != device(above)
    }
}
