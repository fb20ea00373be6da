import Glibc
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Trashes of other disks, and disks that are full, read-only, moved or gone.
@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct MountedTrashTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("photos/a.jpg", [1, 2, 3])
        try tree.makeDirectory("disk")
    }

    /// What happened to a file.
    private struct Seen: Sendable {
        var files: [String] = []
        var info: TrashInfo?
        var kind: TrashError.Kind?
        var back: [String] = []
    }

    /// Trashes a file on another disk, after `ready` has prepared it, and puts it back.
    private func trashed(_ ready: @escaping @Sendable (TemporaryTree) throws -> Void) throws -> Seen {
        let seen = PrivateMounts.run { [tree] mounts -> Seen? in
            guard mounts.mountTemporary(on: tree.path("disk").string) else { return nil }
            return try? Self.trash(tree, "disk/2026/b c.jpg", ready)
        }
        return try #require(seen)
    }

    private static func trash(
        _ tree: TemporaryTree, _ path: FilePath, _ ready: (TemporaryTree) throws -> Void
    ) throws -> Seen {
        try tree.write(path, [4])
        try ready(tree)
        let trash = tree.trash()
        var seen = Seen()
        let removal = try tree.prepare(path, in: trash)
        seen.kind = trash.park([removal])[0]?.kind
        seen.files = try tree.files().filter { $0.hasPrefix("disk") }
        if let name = seen.files.first(where: { $0.hasSuffix(".trashinfo") }) {
            seen.info = TrashInfo(parsing: try tree.read(FilePath(name)))
        }
        _ = trash.putBack([removal])
        seen.back = try tree.files().filter { $0.hasPrefix("disk") }
        return seen
    }

    @Test func `Another file system has its own trash, with paths relative to its mount point`() throws {
        let seen = try trashed { _ in }
        #expect(seen.kind == nil)
        #expect(
            seen.files == [
                "disk/.Trash-0/files/b c.workphotos-12-3.jpg", "disk/.Trash-0/info/b c.workphotos-12-3.jpg.trashinfo",
            ])
        #expect(seen.info?.path == "2026/b c.jpg")
        #expect(seen.back == ["disk/2026/b c.jpg"])
    }

    @Test func `A sticky shared trash is used`() throws {
        let seen = try trashed { tree in
            try tree.makeDirectory("disk/.Trash")
            try tree.setPermissions("disk/.Trash", FilePermissions(rawValue: 0o1777))
        }
        #expect(seen.files.first == "disk/.Trash/0/files/b c.workphotos-12-3.jpg")
        #expect(seen.info?.path == "2026/b c.jpg")
        #expect(seen.back == ["disk/2026/b c.jpg"])
    }

    @Test func `A shared trash that is not sticky, a link or a file is not used`() throws {
        let others: [@Sendable (TemporaryTree) throws -> Void] = [
            { tree in
                try tree.makeDirectory("disk/.Trash/0")
                try tree.setPermissions("disk/.Trash", FilePermissions(rawValue: 0o777))
            },
            { tree in
                try tree.makeDirectory("disk/other")
                try tree.setPermissions("disk/other", FilePermissions(rawValue: 0o1777))
                try tree.link("disk/.Trash", to: "other")
            },
            { try $0.write("disk/.Trash") },
        ]
        for ready in others {
            let seen = try trashed(ready)
            #expect(seen.kind == nil)
            #expect(seen.files.contains("disk/.Trash-0/files/b c.workphotos-12-3.jpg"))
        }
    }

    @Test func `A user's directory that is a link is not used`() throws {
        let kind = PrivateMounts.run { [tree] mounts -> TrashError.Kind? in
            guard mounts.mountTemporary(on: tree.path("disk").string) else { return nil }
            try? tree.write("disk/b.jpg")
            try? tree.link("disk/.Trash-0", to: tree.path("photos"))
            do {
                _ = try tree.prepare("disk/b.jpg", in: tree.trash())
                return nil
            } catch {
                return (error as? TrashError)?.kind
            }
        }
        #expect(kind == .refused)
    }

    @Test(.enabled(if: geteuid() == 0, "giving away a directory takes root"))
    func `Another user's directory in a shared trash is not used, nor is another's own trash`() throws {
        let shared = try trashed { tree in
            try tree.makeDirectory("disk/.Trash/0")
            try tree.setPermissions("disk/.Trash", FilePermissions(rawValue: 0o1777))
            try tree.giveAway("disk/.Trash/0")
        }
        #expect(shared.files.first == "disk/.Trash-0/files/b c.workphotos-12-3.jpg")
        let kind = PrivateMounts.run { [tree] mounts -> TrashError.Kind? in
            guard mounts.mountTemporary(on: tree.path("disk").string) else { return nil }
            do {
                try tree.makeDirectory("disk/.Trash-0")
                try tree.giveAway("disk/.Trash-0")
                try tree.write("disk/b.jpg")
                _ = try tree.prepare("disk/b.jpg", in: tree.trash())
                return nil
            } catch {
                return (error as? TrashError)?.kind
            }
        }
        #expect(kind == .refused)
    }

    @Test func `A shared trash that is no longer sticky is not written to`() throws {
        let seen = PrivateMounts.run { [tree] mounts -> [TrashError.Kind?]? in
            guard mounts.mountTemporary(on: tree.path("disk").string) else { return nil }
            try? tree.write("disk/b.jpg")
            try? tree.makeDirectory("disk/.Trash")
            try? tree.setPermissions("disk/.Trash", FilePermissions(rawValue: 0o1777))
            guard let removal = try? tree.prepare("disk/b.jpg", in: tree.trash()) else { return nil }
            try? tree.setPermissions("disk/.Trash", FilePermissions(rawValue: 0o777))
            return tree.trash().park([removal]).map { $0?.kind } + [tree.exists("disk/b.jpg") ? nil : .missing]
        }
        #expect(seen == [.denied, nil])
    }

    @Test func `A trash that belongs to another user by now is not written to`() throws {
        let seen = PrivateMounts.run { [tree] mounts -> [TrashError.Kind?]? in
            guard mounts.mountTemporary(on: tree.path("disk").string) else { return nil }
            try? tree.write("disk/b.jpg")
            try? tree.makeDirectory("disk/.Trash-0")
            guard let removal = try? tree.prepare("disk/b.jpg", in: tree.trash()) else { return nil }
            try? tree.giveAway("disk/.Trash-0")
            return tree.trash().park([removal]).map { $0?.kind } + [tree.exists("disk/b.jpg") ? nil : .missing]
        }
        #expect(seen == [.denied, nil])
    }

    @Test func `A directory mounted in a second place has its trash there, because no rename leads out`() throws {
        let seen = PrivateMounts.run { [tree] mounts -> Seen? in
            guard mounts.bind(tree.path("photos").string, on: tree.path("disk").string) else { return nil }
            return try? Self.trash(tree, "disk/b.jpg") { _ in }
        }
        #expect(seen?.kind == nil)
        #expect(seen?.files.contains("disk/.Trash-0/files/b.workphotos-12-3.jpg") == true)
        #expect(seen?.back == ["disk/a.jpg", "disk/b.jpg"])
    }

    @Test func `If a rename is impossible the file stays, and nothing is left in the trash`() throws {
        let seen = PrivateMounts.run { [tree] mounts -> Seen? in
            let trash = tree.trash()
            guard let removal = try? tree.prepare("photos/a.jpg", in: trash),
                mounts.bind(tree.path("photos").string, on: tree.path("photos").string)
            else { return nil }
            var seen = Seen()
            seen.kind = trash.park([removal])[0]?.kind
            seen.files = (try? tree.files()) ?? []
            return seen
        }
        #expect(seen?.kind == .refused)
        #expect(seen?.files == ["photos/a.jpg"])
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
