import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What undoing a change of marks and holds restores, and what it leaves alone.
struct DecisionHistoryTests {
    private let jpg = still("a.jpg", 1)
    private let film = clip("a.mov", 2)
    private let uploads: Uploads
    private let purge: Action
    private var index: PhotoIndex { uploads.index }

    init() throws { (uploads, purge) = try Uploads.removed([jpg, film], beside: photo("b.jpg", 4)) }

    private func decide(_ decision: UserDecision, _ file: ScannedFile) throws -> DecisionOutcome? {
        let change = try index.beginDecisionChange("test", at: 100)
        let hashed = HashedFile(
            path: uploads.library.root.path.appending(bytes: file.path),
            sha256: Uploads.sha256(of: file.reading.fingerprint), fingerprint: file.reading.fingerprint,
            digest: file.reading.digest)
        let result = try index.record(
            decision, of: [hashed], copies: [:], basis: Uploads.basis, for: change, judge: Library.judge)
        try index.forgetOldDecisionChanges()
        guard case .recorded(let outcomes) = result else { return nil }
        return outcomes.first
    }

    private func undo(isPreview: Bool = false) throws -> UndoneDecisions? {
        let change = try #require(try index.lastDecisionChange())
        return try index.undo(change, basis: Uploads.basis, isPreview: isPreview, judge: Library.judge)
    }

    private func isHeld() throws -> Bool? { try index.group(ofFileAt: "/photos/a.jpg", .removal)?.isHeld }

    @Test func `A mark as work that released a restored group is undone with its holds`() throws {
        try uploads.bringBack(purge)
        #expect(try decide(.mark(.work), jpg)?.reverses.holds == 1)
        #expect(try isHeld() == false)
        let undone = try #require(try undo())
        #expect(undone.left.isEmpty && undone.reverses.isEmpty)
        #expect(try isHeld() == true)
        #expect(try index.words(path: "/photos/a.mov", sha256: Uploads.sha256(2)).hold == "restored")
        #expect(try index.photo(at: "/photos/a.jpg")?.marked == nil)
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `The hold of a restored photo is not undone`() throws {
        #expect(try decide(.unhold, jpg)?.isChanged == false)
        #expect(try index.lastDecisionChange() == nil, "nothing changed")
        _ = try decide(.hold(reason: "printing"), jpg)
        _ = try decide(.unhold, jpg)
        try uploads.bringBack(purge)
        let undone = try #require(try undo())
        #expect(undone.restored.isEmpty && undone.left == ["/photos/a.jpg"])
        #expect(try #require(try undo()).left == ["/photos/a.jpg"])
        #expect(try isHeld() == true)
        #expect(try index.words(path: "/photos/a.jpg", sha256: Uploads.sha256(1)).hold == "restored")
    }

    @Test func `A photo that came back while a person held it is held as restored once that is undone`() throws {
        _ = try decide(.hold(reason: "printing"), jpg)
        try uploads.bringBack(purge)
        #expect(try index.words(path: "/photos/a.jpg", sha256: Uploads.sha256(1)).hold == "printing")
        #expect(try #require(try undo()).restored.map(\.path) == ["/photos/a.jpg"])
        #expect(try index.words(path: "/photos/a.jpg", sha256: nil).hold == "restored")
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `It is not where the undo of the purge failed`() throws {
        _ = try decide(.hold(reason: "printing"), jpg)
        try uploads.conclude(undo: uploads.begin(uploads.undo(of: purge)), .failed)
        #expect(try #require(try undo()).restored.map(\.path) == ["/photos/a.jpg"])
        #expect(try index.words(path: "/photos/a.jpg", sha256: Uploads.sha256(1)).hold == nil)
    }

    @Test(arguments: [UserDecision.mark(.personal), .hold(reason: "printing")])
    func `A decision on a removed photo reaches its other files, which may come back alone`(
        decision: UserDecision
    ) throws {
        _ = try decide(decision, jpg)
        let words = try index.words(path: "/elsewhere/a.mov", sha256: Uploads.sha256(2))
        #expect(decision == .mark(.personal) ? words.mark == .personal : words.hold == "printing")
        #expect(try #require(try undo()).restored.map(\.path) == ["/photos/a.jpg"])
        let after = try index.words(path: "/elsewhere/a.mov", sha256: Uploads.sha256(2))
        #expect(after.mark == nil && after.hold == nil)
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `A mark that a later one replaced on another file is restored`() throws {
        try uploads.bringBack(purge)
        _ = try decide(.mark(.work), film)
        _ = try decide(.mark(.personal), jpg)
        #expect(try index.words(path: "/other", sha256: Uploads.sha256(2)).mark == .personal)
        #expect(try undo()?.restored.map(\.path) == ["/photos/a.jpg"])
        #expect(try index.words(path: "/other", sha256: Uploads.sha256(2)).mark == .work)
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `A preview changes nothing`() throws {
        try uploads.bringBack(purge)
        _ = try decide(.mark(.personal), jpg)
        let undone = try #require(try undo(isPreview: true))
        #expect(undone.reverses.personalMarks == 1)
        #expect(
            undone.restored.map(\.before?.verdict) == [.personal] && undone.restored.map(\.after?.verdict) == [.work])
        #expect(try index.photo(at: "/photos/a.jpg")?.marked == .personal)
        #expect(try index.lastDecisionChange()?.files == 1)
    }

    @Test func `Changes move with a renamed root`() throws {
        try uploads.bringBack(purge)
        _ = try decide(.mark(.personal), jpg)
        try index.rename(root: "/photos", to: "/new", fileSystem: Library.disk, at: 70)
        #expect(try #require(try undo()).restored.map(\.path) == ["/new/a.jpg"])
        #expect(try index.photo(at: "/new/a.jpg")?.marked == nil)
    }

    @Test func `What stands is found without reading the rows of all copies`() throws {
        let plan = try index.queryPlanOfDecisions()
        for index in ["markContent", "markPath", "holdContent", "holdRestored", "holdPath"] {
            #expect(plan.contains { $0.contains(" USING INDEX \(index) (") }, "\(index): \(plan)")
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("autoindex") }, "\(plan)")
    }
}
