import PhotoModel
import Testing

struct MountTrustTests {
    private static let types: [(String?, Bool, MountTrust)] = [
        ("ext4", false, MountTrust.waits), ("btrfs", false, .waits), ("nfs4", false, .waits), ("cifs", false, .waits),
        ("overlay", false, .waits), (nil, false, .waits), ("fuseblk", true, .waits), ("fuse.sshfs", true, .waits),
        ("fuse.bindfs", true, .waits), ("fuse.mergerfs", true, .waits), ("virtiofs", true, .waits),
        ("fuse.rclone", true, .caches), ("fuse.s3fs", true, .caches), ("fuse.gcsfuse", true, .caches),
        ("davfs", false, .caches), ("fuse.rclone", false, .caches), ("fuse", true, .unknown),
        ("fuse.gvfsd-fuse", true, .unknown), ("fuse.new", false, .unknown), (nil, true, .unknown), ("", true, .unknown),
    ]

    @Test(arguments: types) func `A mount is trusted by its type, and an unknown one is not`(
        type: String?, isServed: Bool, trust: MountTrust
    ) {
        #expect(MountTrust(type: type, isServed: isServed) == trust)
    }

    /// bindfs, whose type is often only `fuse`, hands on each write and fsync to the directory that it shows.
    @Test(arguments: [("fuse", MountTrust.waits), ("fuse.rclone", .caches), ("fuse.new", .unknown)])
    func `A view of a directory of this machine is trusted, unless its name says otherwise`(
        type: String, trust: MountTrust
    ) {
        #expect(MountTrust(type: type, isServed: true, isView: true) == trust)
    }
}
