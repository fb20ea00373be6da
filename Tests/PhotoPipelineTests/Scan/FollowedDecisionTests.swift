import PhotoIndex
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Decisions on files that no scan knows yet, and in directories that get other names.
struct FollowedDecisionTests {
    private let scene: UploadScene

    init() async throws {
        scene = try await UploadScene(
            "trip/day/1.jpg", "trip/day/2.jpg", "trip/day/3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg")
    }

    private func decide(_ name: FilePath) throws {
        try scene.record(.mark(.personal), of: name)
        try scene.record(.hold(reason: "printing"), of: name)
    }

    private func rename(_ old: FilePath, to new: FilePath) throws {
        try scene.tree.rename(scene.file(old), to: scene.file(new))
    }

    private func edit(_ name: FilePath) throws {
        try scene.tree.write(scene.file(name), try scene.bytes(name) + [1, 2, 3])
    }

    /// Edits a file as programs do that save under another name first.
    private func editByRename(_ name: FilePath) throws {
        let new = name.removingLastComponent().appending("saving.tmp")
        try scene.tree.write(scene.file(new), try scene.bytes(name) + [1, 2, 3])
        try scene.tree.remove(scene.file(name))
        try rename(new, to: name)
    }

    private func expectDecided(
        _ name: FilePath, _ isDecided: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try scene.index.photo(at: scene.tree.path(scene.file(name)))
        let photo = try #require(found, sourceLocation: sourceLocation)
        #expect(photo.judgement?.verdict == (isDecided ? .personal : .work), sourceLocation: sourceLocation)
        #expect(photo.held == (isDecided ? "printing" : nil), sourceLocation: sourceLocation)
    }

    @Test(arguments: [false, true])
    func `A file that was renamed before its first scan is still decided after an edit`(isEditedFirst: Bool)
        async throws
    {
        try scene.write("new.jpg", 90)
        try decide("new.jpg")
        try rename("new.jpg", to: "trip/other.jpg")
        if !isEditedFirst { try await scene.scan() }
        try edit("trip/other.jpg")
        try await scene.scan()
        try expectDecided("trip/other.jpg")
        _ = try await scene.upload()
        #expect(!scene.stored().contains("other.jpg") && scene.stored().contains("4.jpg"))
        try scene.write("new.jpg", 91)
        try await scene.scan()
        try expectDecided("new.jpg", false)
    }

    @Test(arguments: [false, true])
    func `A file that no scan knows is followed into a directory that gets another name`(isScanned: Bool) async throws {
        try scene.write("late/new.jpg", 90)
        try decide("late/new.jpg")
        if isScanned { try await scene.scan() }
        try rename("late", to: "later")
        try editByRename("later/new.jpg")
        try await scene.scan()
        try expectDecided("later/new.jpg")
    }

    @Test(arguments: ["trip/night", "journey/day", "day"] as [FilePath])
    func `In a directory that gets another name, a name is still decided though its file is a new one`(path: FilePath)
        async throws
    {
        try decide("trip/day/1.jpg")
        if path.starts(with: "journey") {
            try rename("trip", to: "journey")
        } else {
            try rename("trip/day", to: path)
        }
        try editByRename(path.appending("1.jpg"))
        try await scene.scan()
        try expectDecided(path.appending("1.jpg"))
        try expectDecided(path.appending("2.jpg"), false)
        try rename(path, to: "again")
        try editByRename("again/1.jpg")
        try await scene.scan()
        try expectDecided("again/1.jpg")
    }

    @Test func `A name in another directory is another file`() async throws {
        try decide("trip/day/1.jpg")
        try scene.write("copy/1.jpg", 80)
        try await scene.scan()
        try expectDecided("copy/1.jpg", false)
        try expectDecided("trip/day/1.jpg")
    }

    @Test func `Withdrawn decisions do not come back with the directory`() async throws {
        try decide("trip/day/1.jpg")
        for decision in [UserDecision.unmark, .unhold] { try scene.record(decision, of: "trip/day/1.jpg") }
        try rename("trip/day", to: "night")
        try editByRename("night/1.jpg")
        try await scene.scan()
        try expectDecided("night/1.jpg", false)
    }
}
