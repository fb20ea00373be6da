import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkSkipsTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    @Test func `Hidden files and directories are walked only if requested`() throws {
        for path: FilePath in [".a.jpg", ".b/c.jpg", "d/.e/f.jpg", "g.jpg"] { try tree.write(path) }
        #expect(tree.walk().found == ["g.jpg"])
        #expect(tree.walk(.with { $0.hidden = true }).found == [".a.jpg", ".b/c.jpg", "d/.e/f.jpg", "g.jpg"])
    }

    @Test func `Files next to and below a nomedia file are walked only if requested`() throws {
        for path: FilePath in ["a/.nomedia", "a/b.jpg", "a/c/d.jpg", "e/.nomedia.jpg", "e/f.jpg"] {
            try tree.write(path)
        }
        let walked = tree.walk()
        #expect(walked.found == ["e/f.jpg"])
        #expect(walked.coverage.fileSystem(of: "a/c".utf8) != nil)
        let all = tree.walk(.with { $0.hidden = true })
        #expect(all.found == ["a/b.jpg", "a/c/d.jpg", "e/.nomedia.jpg", "e/f.jpg"])
    }

    @Test(arguments: [
        "@eaDir/x.jpg", ".Trash/x.jpg", ".Trash-1000/files/x.jpg", ".Trashes/x.jpg", ".thumbnails/x.jpg", "._x.jpg",
        ".stfolder/x.jpg", ".git/x.jpg", "Summer.photoslibrary/resources/derivatives/x.jpg", "#recycle/x.jpg",
        "@Recycle/x.jpg", "lost+found/x.jpg", "$RECYCLE.BIN/x.jpg", "System Volume Information/x.jpg",
        "Catalog Smart Previews.lrdata/x.dng", ".workphotos-01ABC-7.jpg", ".trashed-1700000000-x.jpg",
        "Old.aplibrary/Thumbnails/x.jpg", "SYNOFILE_THUMB_XL.jpg", ".zfs/snapshot/1/x.jpg",
    ])
    func `Files of other programs are skipped at any depth, even if hidden names are walked`(path: FilePath) throws {
        try tree.write(path)
        try tree.write(FilePath("deep/er").appending(path.components))
        try tree.write("x.jpg")
        #expect(tree.walk().found == ["x.jpg"])
        #expect(tree.walk(.with { $0.hidden = true }).found == ["x.jpg"])
    }

    @Test(arguments: [
        "eaDir/x.jpg", "resources/x.jpg", "Summer.photoslibrary/originals/x.jpg", "Thumbnails/x.jpg", "Trash/x.jpg",
        "@eaDirs/x.jpg", "recycle/x.jpg", "a.lrdata.jpg", "Summer.photoslibrary/a/resources/x.jpg",
    ])
    func `A similar name is walked`(path: FilePath) throws {
        try tree.write(path)
        #expect(tree.walk().found == [path])
    }

    @Test(arguments: [".local/share/Trash", "data/Trash", "home/me/.local/share/Trash"] as [FilePath])
    func `Files in a home trash are not found, even if hidden names are walked`(trash: FilePath) throws {
        for path: FilePath in ["files/a.workphotos-12-3.jpg", "files/b/c.jpg", "expunged/d.jpg", "e.jpg"] {
            try tree.write(trash.appending(path.components))
        }
        try tree.write(trash.appending("info").appending("a.workphotos-12-3.jpg.trashinfo"))
        try tree.write("data/Trashed/files/f.jpg")
        #expect(tree.walk().found == ["data/Trashed/files/f.jpg"])
        #expect(tree.walk(.with { $0.hidden = true }).found == ["data/Trashed/files/f.jpg"])
        let root = WalkRoot(id: 1, path: tree.path(trash))
        #expect(countCandidates(root: root, options: WalkOptions()) { false } == 0)
    }

    @Test func `A home trash is recognized whatever the user excludes`() throws {
        for path: FilePath in ["Trash/files/a.jpg", "Trash/info/a.jpg.trashinfo"] { try tree.write(path) }
        #expect(tree.walk(.with { $0.excludes = ["info"] }).found == [])
    }

    @Test(arguments: ["Trash/files/a.jpg", "Trash/info/a.jpg", "trash/files/a.jpg"] as [FilePath])
    func `A user's own directory with that name is walked`(path: FilePath) throws {
        try tree.write(path)
        try tree.write("trash/info/b.txt")
        #expect(tree.walk().found == [path])
    }

    @Test func `A file that waits for permanent removal is no photo and no companion`() throws {
        for name: FilePath in [".workphotos-12-3", ".workphotos-12-3-2", ".workphotos-12-4.jpg", "a.jpg"] {
            try tree.write(name)
        }
        #expect(tree.walk(.with { $0.hidden = true }).found == ["a.jpg"])
        let names = try #require(DirectoryNames(of: tree.path("")))
        #expect(names.photos == [Array("a.jpg".utf8)])
        #expect(names.sidecars.isEmpty)
    }

    @Test func `A directory that the user names is walked whatever its name`() throws {
        for path: FilePath in [".hidden/a.jpg", "@eaDir/b.jpg", "S.photoslibrary/resources/c.jpg"] {
            try tree.write(path)
        }
        #expect(tree.walk(start: ".hidden").found == [".hidden/a.jpg"])
        #expect(tree.walk(start: "@eaDir").found == ["@eaDir/b.jpg"])
        #expect(tree.walk(start: "S.photoslibrary/resources").found == ["S.photoslibrary/resources/c.jpg"])
        #expect(tree.walk(start: "S.photoslibrary").found == [])
    }

    @Test func `A root is walked whatever its name, which still determines what is skipped in it`() throws {
        for path: FilePath in [".hidden/a.jpg", "S.photoslibrary/resources/c.jpg", "S.photoslibrary/originals/d.jpg"] {
            try tree.write(path)
        }
        let hidden = WalkRoot(id: 1, path: tree.path(".hidden"))
        #expect(countCandidates(root: hidden, options: WalkOptions()) { false } == 1)
        let bundle = WalkRoot(id: 1, path: tree.path("S.photoslibrary"))
        #expect(countCandidates(root: bundle, options: WalkOptions()) { false } == 1)
    }

    @Test func `Skipped files count as missing`() throws {
        for path: FilePath in ["@eaDir/a.jpg", "out/b.jpg"] { try tree.write(path) }
        let known = try tree.known(["@eaDir/a.jpg", "out/b.jpg"])
        let walked = tree.walk(.with { $0.excludes = ["out"] }, known: known)
        #expect(walked.known.unseen.sorted() == [0, 1])
        #expect(walked.coverage.fileSystem(of: "@eaDir".utf8) != nil)
        #expect(walked.coverage.fileSystem(of: "out".utf8) != nil)
    }
}
