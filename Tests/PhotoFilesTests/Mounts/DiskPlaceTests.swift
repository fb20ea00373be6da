import PhotoFiles
import Testing

/// Where a file system of a type stores data.
struct DiskPlaceTests {
    @Test(
        arguments: [
            ("ext4", false, DiskPlace.local), ("btrfs", false, .local), ("fuseblk", true, .local),
            ("nfs4", false, .network),
            ("cifs", false, .network), ("fuse.sshfs", true, .network), ("virtiofs", true, .network),
            ("tmpfs", false, .memory),
            (nil, false, .local), (nil, true, .network),
        ] as [(String?, Bool, DiskPlace)])
    func `The type determines it`(type: String?, isServed: Bool, place: DiskPlace) {
        #expect(DiskPlace(type: type, isServed: isServed) == place)
    }
}
