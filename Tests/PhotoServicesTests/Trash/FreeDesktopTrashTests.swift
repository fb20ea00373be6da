import Glibc
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FreeDesktopTrashTests {
    private let tree: TemporaryTree
    private let trash: FreeDesktopTrash

    init() throws {
        tree = try TemporaryTree()
        trash = tree.trash()
        try tree.write("photos/a.jpg", [1, 2, 3])
    }

    @Test func `A file goes to files, and its description to info, private to the user`() throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        let name = "a.workphotos-12-3.jpg"
        #expect(try tree.files() == ["data/Trash/files/\(name)", "data/Trash/info/\(name).trashinfo"])
        let info = try #require(TrashInfo(parsing: try tree.read(FilePath("data/Trash/info/\(name).trashinfo"))))
        #expect(info.path == removal.path)
        #expect(info.deleted != nil)
        for directory in ["data", "data/Trash", "data/Trash/files", "data/Trash/info"] {
            #expect(try tree.permissions(FilePath(directory)) == [.ownerReadWriteExecute])
        }
        #expect(try tree.permissions(FilePath("data/Trash/info/\(name).trashinfo")) == [.ownerReadWrite])
    }

    @Test(arguments: ["data/Trash", "data/Trash/files", "data/Trash/info"])
    func `A partly created trash contains what it has`(_ missing: FilePath) throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        if missing == "data/Trash/info" {
            try tree.remove(missing)
            #expect(try trash.parked(removal.ticket)?.size == 3, "the file is there, though nothing is said of it")
            #expect(trash.tidy([removal]) == [.success(false)])
            #expect(trash.putBack([removal]) == [nil])
        } else {
            #expect(trash.putBack([removal]) == [nil])
            try tree.remove(missing)
            #expect(try trash.parked(removal.ticket) == nil)
            #expect(trash.putBack([removal]) == [nil])
            #expect(trash.tidy([removal]).map { (try? $0.get()) == nil } == [true], "it may not be mounted")
        }
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
    }

    @Test(arguments: ["data/Trash", "data"])
    func `A file where the trash or its directory belongs is an error that says what to type`(name: FilePath) throws {
        try tree.write(name)
        let path = tree.path(name).string
        let error = #expect(throws: TrashError.self) { try tree.prepare("photos/a.jpg", in: trash) }
        #expect(error?.kind == .refused)
        #expect(error?.remedy == .command("mv -nT -- \(path) \(path).old"))
    }

    @Test func `A file that is restored elsewhere after a rename of its library leaves nothing in the trash`() throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        try tree.rename("photos", to: "renamed")
        let renamed = TicketedRemoval(path: tree.path("renamed/a.jpg"), ticket: removal.ticket)
        #expect(trash.putBack([renamed]) == [nil])
        #expect(try tree.files() == ["renamed/a.jpg"])
    }

    @Test func `Names of any bytes can be trashed and restored`() throws {
        let names = [
            FilePath(bytes: Array("bad".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)), "100% a b.jpg", "line\nend.jpg",
            "%41.jpg", "caf\u{E9}.jpg", "cafe\u{301}.jpg", "-rf", "[x].jpg",
            FilePath(bytes: [UInt8](repeating: 0x61, count: 255)),
        ]
        for (number, name) in names.enumerated() {
            let path = FilePath("photos").appending(name.components)
            try tree.write(path, [UInt8(number)])
            let removal = try tree.prepare(path, in: trash, number: number)
            #expect(trash.park([removal]) == [nil])
            #expect(throws: Errno.noSuchFileOrDirectory) { try FileDescriptor.open(tree.path(path), .readOnly) }
            #expect(trash.putBack([removal]) == [nil])
            let file = try FileDescriptor.open(tree.path(path), .readOnly)
            try file.close()
        }
        #expect(try tree.files().filter { $0.hasPrefix("data") } == [])
    }

    @Test func `A name that is taken in either place gets a number`() throws {
        try tree.write("data/Trash/info/a.workphotos-12-3.jpg.trashinfo")
        try tree.write("data/Trash/files/a.workphotos-12-3-2.jpg")
        try tree.write("data/Trash/files/emptying-a.workphotos-12-3-3.jpg")
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        #expect(tree.exists("data/Trash/files/a.workphotos-12-3-4.jpg"))
        #expect(trash.putBack([removal]) == [nil])
        #expect(tree.exists("data/Trash/info/a.workphotos-12-3.jpg.trashinfo"))
    }

    @Test(arguments: ["info/a.workphotos-12-3.jpg.trashinfo", "files/a.workphotos-12-3.jpg"])
    func `A name that is taken after the ticket was issued stays with the other file`(_ taken: String) throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        try tree.write(FilePath("data/Trash/\(taken)"), [9])
        #expect(trash.park([removal]).map { $0?.kind } == [.taken])
        #expect(try tree.files() == ["data/Trash/\(taken)", "photos/a.jpg"])
        #expect(try tree.read(FilePath("data/Trash/\(taken)")) == [9])
    }

    @Test func `A ticket for another file system's trash does not apply to this file`() throws {
        try tree.makeDirectory("disk/.Trash-0/files")
        try tree.makeDirectory("disk/.Trash-0/info")
        for ticket in ["trash own 2026-05-01T10:00:00 \(tree.path("disk/.Trash-0")) b.jpg"] {
            let removal = TicketedRemoval(path: tree.path("photos/a.jpg"), ticket: ticket)
            #expect(trash.park([removal]).map { $0?.kind } == [.unknownTicket])
            #expect(trash.putBack([removal]).map { $0?.kind } == [.unknownTicket])
        }
        #expect(try tree.files() == ["photos/a.jpg"])
    }

    @Test(arguments: [0, 5, 40])
    func `The rest of a crash before the file was moved is removed`(_ written: Int) throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        let info = FilePath("data/Trash/info/a.workphotos-12-3.jpg.trashinfo")
        let bytes = try tree.read(info)
        #expect(trash.putBack([removal]) == [nil])
        try tree.write(info, Array(bytes.prefix(written)))
        #expect(trash.putBack([removal]) == [nil])
        #expect(try tree.files() == ["photos/a.jpg"])
    }

    @Test func `Another program's description is not tidied up`() throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        let info: FilePath = "data/Trash/info/a.workphotos-12-3.jpg.trashinfo"
        try tree.makeDirectory("data/Trash/files")
        let making: [() throws -> Void] = [
            { try tree.write(info, [9]) }, { try tree.link(info, to: tree.path("photos/a.jpg")) },
            { try tree.makeDirectory(info) },
        ]
        for make in making {
            try make()
            #expect(trash.tidy([removal]) == [.success(false)])
            #expect(tree.exists(info))
            try tree.remove(info)
        }
    }

    @Test func `Failed tidying is reported`() throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        try tree.remove("data/Trash/files/a.workphotos-12-3.jpg")
        for path: FilePath in ["", "data", "data/Trash", "data/Trash/files"] {
            try tree.setPermissions(path, FilePermissions(rawValue: 0o755))
        }
        try tree.setPermissions("data/Trash/info/a.workphotos-12-3.jpg.trashinfo", FilePermissions(rawValue: 0o644))
        try tree.setPermissions("data/Trash/info", FilePermissions(rawValue: 0o555))
        let answer = withoutPrivileges { trash.tidy([removal])[0] }
        #expect(throws: TrashError.self) { try answer.get() }
        try tree.setPermissions("data/Trash/info", FilePermissions(rawValue: 0o755))
        #expect(trash.tidy([removal]) == [.success(true)])
    }

    @Test func `There is no trash without a home directory`() throws {
        for variables in [[:], ["HOME": ""], ["HOME": "here"], ["XDG_DATA_HOME": "data"]] {
            let trash = tree.trash(variables: variables)
            let error = #expect(throws: TrashError.self) {
                try trash.prepare(tree.path("photos/a.jpg"), run: 1, number: 1)
            }
            #expect(error?.kind == .noHome)
        }
        let home = tree.trash(variables: ["HOME": tree.path("home").string, "XDG_DATA_HOME": ""])
        #expect(throws: TrashError.self) { try tree.prepare("photos/a.jpg", in: home) }
        #expect(!tree.exists("home"), "a directory that is not there is not made")
        try tree.makeDirectory("home")
        let removal = try tree.prepare("photos/a.jpg", in: home)
        #expect(home.park([removal]) == [nil])
        #expect(tree.exists("home/.local/share/Trash/files/a.workphotos-12-3.jpg"))
    }

    @Test func `A home directory that is a link is followed, because it is the user's own`() throws {
        try tree.makeDirectory("elsewhere")
        try tree.link("data", to: "elsewhere")
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        #expect(tree.exists("elsewhere/Trash/files/a.workphotos-12-3.jpg"))
    }

    @Test func `A home directory that cannot be written to is reported before anything is tried`() throws {
        for path: FilePath in ["data/Trash/files", "data/Trash/info", "bare"] { try tree.makeDirectory(path) }
        for path: FilePath in ["", "photos"] { try tree.setPermissions(path, FilePermissions(rawValue: 0o777)) }
        let read: FilePermissions = [.ownerReadExecute, .groupReadExecute, .otherReadExecute]
        try tree.setPermissions("bare", read)
        try tree.setPermissions("data/Trash/files", read)
        try tree.setPermissions("data", FilePermissions(rawValue: 0o755))
        for home in ["data", "bare"] {
            let trash = tree.trash(variables: ["XDG_DATA_HOME": tree.path(FilePath(home)).string])
            let answer = withoutPrivileges { trash.prepare([tree.path("photos/a.jpg")], run: 1, firstNumber: 1)[0] }
            #expect(throws: TrashError.self) { try answer.get() }
            if case .failure(let error) = answer { #expect(error.kind == .refused) }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "giving away a directory takes root"))
    func `Another user's trash is not used, nor is one created in another user's home directory`() throws {
        for home: FilePath in ["used/Trash", "bare"] {
            try tree.makeDirectory(home)
            try tree.giveAway(home)
        }
        for home: FilePath in ["used", "bare"] {
            let trash = tree.trash(variables: ["XDG_DATA_HOME": tree.path(home).string])
            let error = #expect(throws: TrashError.self) { try tree.prepare("photos/a.jpg", in: trash) }
            #expect(error?.kind == .refused)
        }
    }

    @Test func `Other contents of the trash are unchanged`() throws {
        try tree.write("data/Trash/directorysizes", Array("4096 1700000000 holidays\n".utf8))
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(trash.finish([parked.proof]) == [nil])
        #expect(trash.putBack([parked.removal]) == [nil])
        let again = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(trash.setAside([again.removal]) == [nil])
        #expect(trash.empty([again.proof]) == [nil])
        #expect(try tree.files() == ["data/Trash/directorysizes"])
        #expect(try tree.read("data/Trash/directorysizes") == Array("4096 1700000000 holidays\n".utf8))
    }

    @Test(arguments: ["files", "info"])
    func `A part of the trash that is a link is not used`(_ part: String) throws {
        try tree.makeDirectory("elsewhere")
        try tree.makeDirectory("data/Trash/files")
        try tree.makeDirectory("data/Trash/info")
        try tree.remove(FilePath("data/Trash/\(part)"))
        try tree.link(FilePath("data/Trash/\(part)"), to: tree.path("elsewhere"))
        let error = #expect(throws: TrashError.self) { try tree.prepare("photos/a.jpg", in: trash) }
        #expect(error?.kind == .refused)
    }

    @Test(arguments: ["files", "info"], [true, false])
    func `A file in place of a part of the trash is found before anything is done`(part: String, isAlone: Bool) throws {
        try tree.makeDirectory(FilePath("data/Trash"))
        if !isAlone { try tree.makeDirectory(FilePath("data/Trash/\(part == "files" ? "info" : "files")")) }
        try tree.write(FilePath("data/Trash/\(part)"))
        let error = #expect(throws: TrashError.self) { try tree.prepare("photos/a.jpg", in: trash) }
        #expect(error?.kind == .refused)
    }

    @Test func `A path through a link is refused, even if it became a link later`() throws {
        try tree.link("link", to: "photos")
        #expect(throws: TrashError.self) { try tree.prepare("link/a.jpg", in: trash) }
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        try tree.rename("photos", to: "others")
        try tree.link("photos", to: "others")
        #expect(trash.park([removal]).map { $0?.kind } == [.refused])
        #expect(try tree.files() == ["others/a.jpg"])
    }

    private func device(of tree: TemporaryTree) -> dev_t {
        var status = stat()
        unsafe _ = tree.path.withPlatformString { unsafe lstat($0, &status) }
        return status.st_dev
    }

    @Test func `A file in memory is not moved to the home trash on a disk`() throws {
        let memory = try TemporaryTree(inMemory: true)
        // If all temporary files are in memory, the home is as well.
        if device(of: memory) == device(of: tree) { return }
        try memory.write("a.jpg")
        let ticket = try trash.prepare(memory.path("a.jpg"), run: 12, number: 3)
        #expect(!ticket.hasPrefix("trash home "))
        #expect(!ticket.contains(tree.path.string))
        #expect(try memory.files() == ["a.jpg"])
    }

    @Test func `A directory that nothing can be removed from is reported before anything is tried`() throws {
        try tree.setPermissions("photos", [.ownerReadExecute, .groupReadExecute, .otherReadExecute])
        try tree.setPermissions("", [.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute])
        let kind = withoutPrivileges { () -> TrashError.Kind? in
            do throws(TrashError) {
                _ = try trash.prepare(tree.path("photos/a.jpg"), run: 1, number: 1)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(kind == .denied)
    }

    @Test func `Of many files that need one name at the same time one gets it`() async throws {
        for round in 0..<20 {
            let names = (0..<8).map { FilePath("photos/\(round)/\($0)/b.jpg") }
            for (index, name) in names.enumerated() { try tree.write(name, [UInt8(index)]) }
            let removals = try names.map { try tree.prepare($0, in: trash, number: round) }
            let results = await withTaskGroup(of: TrashError?.self) { group in
                for removal in removals { group.addTask { tree.trash().park([removal])[0] } }
                return await group.reduce(into: [TrashError?]()) { $0.append($1) }
            }
            #expect(results.filter { $0 == nil }.count == 1)
            #expect(results.compactMap { $0?.kind }.allSatisfy { $0 == .taken })
            #expect(names.filter { !tree.exists($0) }.count == 1)
        }
        #expect(try tree.files().filter { $0.hasPrefix("data/Trash/files") }.count == 20)
        #expect(try tree.files().filter { $0.hasPrefix("data/Trash/info") }.count == 20)
    }
}
