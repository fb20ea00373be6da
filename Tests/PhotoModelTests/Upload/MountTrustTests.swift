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
}
