import PhotoIntake
import PhotoModel

extension NamedSpec {
    /// Whether it lies in memory, on tmpfs or ramfs: what is there is gone with the next reboot.
    package var isInMemory: Bool {
        guard let directory = spec.resolved.directory else { return false }
        return MountTable().kinds(of: directory).contains { $0.type == "tmpfs" || $0.type == "ramfs" }
    }

    /// What a person is told of it before photos go, to follow what is said of it; empty where it is on a disk.
    var warningOfMemory: String { isInMemory ? "; THEY ARE IN MEMORY, gone with the next reboot" : "" }
}
