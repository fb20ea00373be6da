import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Disks that are full, read-only, moved or gone.
@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct MountTroubleTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("photos/a.jpg", [1, 2, 3])
        try tree.makeDirectory("disk")
    }

    /// What happened to a file.
    private struct Seen: Sendable {
        var files: [String] = []
        var kind: TrashError.Kind?
        var back: [String] = []
    }

    @Test func `A read-only disk is reported before anything is tried`() throws {
        for part in ["photos", "disk"] {
            let kinds = PrivateMounts.run { [tree] mounts -> [TrashError.Kind?]? in
                guard mounts.bind(tree.path("photos").string, on: tree.path(FilePath(part)).string, readOnly: true)
                else {
                    return nil
                }
                let path = tree.path(FilePath("\(part)/a.jpg"))
                let services: [any TrashService] = [tree.trash(), PermanentRemoval()]
                return services.map { service in
                    if case .failure(let error) = service.prepare([path], run: 1, firstNumber: 1)[0] {
                        return error.kind
                    }
                    return nil
                }
            }
            #expect(kinds == [.denied, .denied])
        }
    }

    @Test func `If the home directory is on another mount the file system's own trash is used`() throws {
        let seen = PrivateMounts.run { [tree] mounts -> (ticket: String, back: [TrashError?])? in
            guard (try? tree.makeDirectory("data")) != nil, mounts.mountTemporary(on: tree.path("data").string),
                let removal = try? tree.prepare("photos/a.jpg", in: tree.trash())
            else { return nil }
            return (removal.ticket, tree.trash().putBack([removal]))
        }
        let ticket = try #require(seen?.ticket)
        #expect(ticket.hasPrefix("trash own ") || ticket.hasPrefix("trash shared "))
        #expect(!ticket.contains(tree.path("data").string))
        #expect(seen?.back == [nil])
    }

    @Test func `A file is not put back if its file system is gone`() throws {
        let seen = PrivateMounts.run { [tree] mounts -> Seen? in
            let trash = tree.trash()
            // At first, the library and the trash are on the same disk.
            guard (try? tree.write("disk/2026/b.jpg")) != nil,
                let removal = try? tree.prepare("disk/2026/b.jpg", in: trash), trash.park([removal]) == [nil],
                mounts.mountTemporary(on: tree.path("disk").string)
            else { return nil }
            var seen = Seen()
            // Another process, which does not have its directory open.
            seen.kind = tree.trash().putBack([removal])[0]?.kind
            seen.files = (try? tree.files()) ?? []
            seen.back = ["\(tree.exists("disk/2026"))"]
            return seen
        }
        #expect(seen?.kind == .refused)
        #expect(seen?.files.contains("data/Trash/files/b.workphotos-12-3.jpg") == true)
        #expect(seen?.back == ["false"])
    }

    @Test func `A full disk is reported, and the file stays`() throws {
        let seen = PrivateMounts.run { [tree] mounts -> Seen? in
            guard mounts.mountTemporary(on: tree.path("disk").string, kibibytes: 64) else { return nil }
            let trash = tree.trash()
            try? tree.write("disk/b.jpg", [1])
            guard let removal = try? tree.prepare("disk/b.jpg", in: trash) else { return nil }
            try? tree.makeDirectory("disk/.Trash-0/files")
            try? tree.makeDirectory("disk/.Trash-0/info")
            try? tree.write("disk/filling", [UInt8](repeating: 1, count: 64 << 10))
            var seen = Seen()
            seen.kind = trash.park([removal])[0]?.kind
            seen.files = (try? tree.files().filter { $0.hasPrefix("disk") }) ?? []
            return seen
        }
        #expect(seen?.kind == .full)
        #expect(seen?.files == ["disk/b.jpg", "disk/filling"])
    }
}
