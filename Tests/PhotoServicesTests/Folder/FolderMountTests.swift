import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Folders on the file systems that many people's disks and shares have, as far as this machine can mount them.
@Suite(.serialized)
struct FolderMountTests {
    /// The kinds that can be mounted here. Of the others, the first test says why not.
    static let kinds = MountedPlace.Kind.allCases.filter { MountedPlace.obstacle($0) == nil }

    @Test(arguments: MountedPlace.Kind.allCases)
    func `A folder on another file system fulfils the contract of services`(_ kind: MountedPlace.Kind) async throws {
        if let obstacle = MountedPlace.obstacle(kind) { try Test.cancel(Comment(rawValue: obstacle)) }
        let place = try MountedPlace(kind)
        for promise in UploadPromise.allCases where kind.keeps(promise) {
            try await promise.check(try FolderWorld(on: place))
        }
    }

    // NTFS on a disk is `fuseblk`, which is trusted; on an image, as here, only `fuse`.
    @Test(arguments: kinds.filter { $0 != .ntfs })
    func `Each of them is taken as a folder that waits until its bytes are stored`(_ kind: MountedPlace.Kind) throws {
        let place = try MountedPlace(kind)
        let found = MountTable().kinds(of: place.path)
        #expect(!found.isEmpty)
        for one in found {
            #expect(MountTrust(type: one.type, isServed: one.isServed, isView: one.isView) == .waits, "\(one)")
        }
        withExtendedLifetime(place) {}
    }

    private func sent(
        on place: MountedPlace, _ bytes: [UInt8] = [1, 2, 3, 4]
    ) async throws -> (world: FolderWorld, sent: SentUpload) {
        let world = try FolderWorld(on: place)
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        return (world, try await world.send(bytes, to: "a/x.jpg"))
    }

    @Test(arguments: kinds)
    func `What nobody knows to have sent counts as no copy: it may be the library's own file`(
        _ kind: MountedPlace.Kind
    ) throws {
        #expect(try !FolderWorld(on: try MountedPlace(kind)).service.takesFoundCopies)
    }

    @Test(arguments: kinds.filter { [.mergerfs, .bindfs].contains($0) })
    func `A copy that a pool shows of another folder is that folder's copy`(_ kind: MountedPlace.Kind) async throws {
        let pool = try MountedPlace(kind)
        defer { extendLifetime(pool) }
        let bytes = [UInt8](repeating: 7, count: 2_000)
        let branch = pool.path.removingLastComponent().appending("one")
        let file = branch.appending("x.jpg")
        let new = try FileDescriptor.open(
            file, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
        try new.closeAfter { _ = try new.writeAll(bytes) }
        var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 7), timespec(tv_sec: 1_000_000_000, tv_nsec: 7)]
        #expect(unsafe file.withPlatformString { unsafe utimensat(AT_FDCWD, $0, &times, 0) } == 0)
        let clock = SteppingClock(now: 4_000_000_000_000_000_000)
        func stored(_ directory: FilePath) async throws -> StoredFile {
            let service = FolderService(directory, clock: clock)
            if try await service.marker() == nil {
                _ = try await service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            }
            return try #require(try await service.inspect(CopyLocation("x.jpg")))
        }
        let (copy, shown) = (try await stored(branch), try await stored(pool.path))
        let source = try UploadSource(file, interruption: TestInterruption())
        let others = OtherFiles(
            sources: [], copies: Set([copy.identity].compactMap(\.self)),
            changes: Set([copy.changed].compactMap(\.self)))
        let answer = CopyPolicy.verify(shown, of: try source.hashes(with: nil), besides: others, sentBy: .us)
        #expect(answer == .anotherCopy)
    }

    @Test(arguments: kinds)
    func `A name that another file has is not taken`(_ kind: MountedPlace.Kind) async throws {
        let (world, sent) = try await sent(on: try MountedPlace(kind))
        try world.place([9, 9], at: "a/x.jpg")
        expectFailure(await world.service.finish([sent])[0], .taken)
        try await world.service.discard(sent.upload, source: nil)
        #expect(try world.bytes(at: "a/x.jpg") == [9, 9])
        #expect(try world.leftovers() == 0)
    }

    @Test(arguments: kinds)
    func `What another has put under the temporary name gets no name and stays`(
        _ kind: MountedPlace.Kind
    ) async throws {
        let (world, sent) = try await sent(on: try MountedPlace(kind))
        let part = FilePath("a").appending(sent.upload.ticket)
        try world.tree.remove(world.below(part))
        try world.place([7, 7, 7, 7], at: part)
        // gocryptfs says first that what was written cannot be synced: its name is gone.
        expectFailure(await world.service.finish([sent])[0], kind == .gocryptfs ? .failed : .taken)
        await expectError(.taken) { () throws(UploadError) in
            try await world.another().discard(sent.upload, source: nil)
        }
        #expect(try world.bytes(at: part) == [7, 7, 7, 7])
        #expect(try world.bytes(at: "a/x.jpg") == nil)
    }
}

extension MountedPlace.Kind {
    /// Whether the kind can do what a promise needs: FAT has times of two seconds and no odd names, SFTP whole seconds.
    fileprivate func keeps(_ promise: UploadPromise) -> Bool {
        switch self {
        case .exfat, .vfat, .ntfs: ![.timesAreKept, .oddNamesAreNames].contains(promise)
        // What bindfs says of times may be of a moment ago.
        case .sshfs, .bindfs: promise != .timesAreKept
        case .mergerfs, .overlay, .gocryptfs: true
        }
    }
}
