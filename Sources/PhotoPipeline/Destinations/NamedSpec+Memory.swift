import PhotoIntake
import PhotoModel
import SystemPackage

/// Whether one of some directories lies in memory, on tmpfs or ramfs.
private func liesInMemory(_ directories: [FilePath]) -> Bool {
    if directories.isEmpty { return false }
    let mounts = MountTable()
    return directories.contains { mounts.kinds(of: $0).contains { $0.type == "tmpfs" || $0.type == "ramfs" } }
}

extension OpenDestination {
    /// Whether it lies in memory, by whatever road: what is there is gone with the next reboot.
    var isInMemory: Bool { liesInMemory(directories) }

    /// What a person is told of it before photos go, to follow what is said of it; empty where it is on a disk.
    var warningOfMemory: String { isInMemory ? NamedSpec.memoryWords : "" }
}

extension NamedSpec {
    fileprivate static let memoryWords = "; THEY ARE IN MEMORY, gone with the next reboot"

    /// Whether it lies in memory, on tmpfs or ramfs: what is there is gone with the next reboot.
    package var isInMemory: Bool {
        spec.resolved.directory.map { liesInMemory([$0]) } ?? false
    }

    /// What a person is told of it before photos go, to follow what is said of it; empty where it is on a disk.
    var warningOfMemory: String { isInMemory ? Self.memoryWords : "" }
}
