import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A photo is uploaded if every file of its group that is sent has a valid receipt at one configured destination.
struct UploadedTests {
    private let uploads: Uploads
    private let still = photo("a.jpg", 1, taken: 1_000_000)
    private let xmp = scanned("a.xmp", 2, .sidecar(.xmp))
    private let takeout = scanned("a.jpg.json", 3, .sidecar(.takeout))
    private let other = photo("b.jpg", 4)
    private let home = photo("home.jpg", 5, at: (-5, 0))
    private var index: PhotoIndex { uploads.index }

    init() throws { uploads = try Uploads([still, xmp, takeout, other, home]) }

    /// The names of uploaded photos, on which the selection, the list, the status and the look-up of one photo agree.
    private func uploaded(unsent: Set<SidecarFormat> = [.takeout]) throws -> [String] {
        var selection = PhotoSelection()
        selection.order = .path
        selection.upload = PhotoSelection.Upload(isDone: true, unsentSidecars: unsent)
        let paths = try uploads.library.paths(selection)
        selection.upload = PhotoSelection.Upload(isDone: false, unsentSidecars: unsent)
        let rest = try uploads.library.paths(selection)
        selection.upload = nil
        var listed: [String] = []
        try index.photos(matching: selection, unsentSidecars: unsent) { photo, isUploaded in
            #expect(isUploaded == paths.contains(photo.path.string))
            listed.append(photo.path.string)
            return true
        }
        #expect(listed == (paths + rest).sorted())
        var (named, lookedUp): ([String], [String]) = ([], [])
        let all = (rest + paths).map { FilePath($0) }
        try index.photos(at: all + ["/photos/none.jpg", "/elsewhere"], unsentSidecars: unsent) { photo, isUploaded in
            named.append(photo.path.string)
            if isUploaded { lookedUp.append(photo.path.string) }
        }
        #expect(named == rest + paths && lookedUp == paths)
        let status = try index.status(unsentSidecars: unsent)
        #expect(status.uploaded.photos == paths.count { $0 != "/photos/home.jpg" })
        #expect(status.uploaded.photos + status.notUploaded.photos == 2)
        return paths.map { String($0.dropFirst(8)) }
    }

    private func done(_ files: ScannedFile..., at destination: KnownDestination? = nil) throws {
        for file in files {
            var action = uploads.action(file)
            action.state = .done
            action.members[0].sha256 = Uploads.sha256(of: file.reading.fingerprint)
            let sha256 = Uploads.sha256(of: file.reading.fingerprint)
            let receipt = uploads.receipt(for: action.members[0], sha256, at: 5)
            let outcome = ActionOutcome(action: action, receipts: [(receipt, destination?.id ?? uploads.nas.id)])
            try index.conclude([outcome], run: uploads.run, at: 50)
        }
    }

    @Test func `What became personal after it was sent is told of, though its file is gone`() throws {
        try done(other)
        let hashed = HashedFile(
            path: "/photos/b.jpg", sha256: Uploads.sha256(of: other.reading.fingerprint),
            fingerprint: other.reading.fingerprint, digest: other.reading.digest)
        _ = try index.record(
            .mark(.personal), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
        let count = LibraryStatus.Count(photos: 1, bytes: other.reading.fingerprint.size)
        #expect(try index.status().uploadedButNotWork == count)
        try uploads.library.scan([], unseen: uploads.library.rows("b.jpg"), acceptsMissing: true)
        #expect(try index.status().uploadedButNotWork == count)
        let copy = GoneCopy(path: "/photos/b.jpg", bytes: count.bytes, destinations: "nas")
        #expect(try index.goneCopies() == [copy])
        _ = try index.record(
            .mark(.work), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
        #expect(try index.status().uploadedButNotWork.photos == 0)
        #expect(try index.goneCopies() == [])
    }

    @Test func `Nothing is uploaded before an upload`() throws {
        #expect(try uploaded() == [])
    }

    @Test func `A group is uploaded completely or not at all`() throws {
        try done(still, other)
        #expect(try uploaded() == ["b.jpg"])
        try done(xmp)
        #expect(try uploaded() == ["a.jpg", "b.jpg"])
        #expect(try index.status().uploaded == LibraryStatus.Count(photos: 2, bytes: 2_005))
    }

    @Test func `Sidecars that are sent count`() throws {
        try done(still)
        #expect(try uploaded(unsent: [.takeout, .xmp]) == ["a.jpg"])
        try done(xmp)
        #expect(try uploaded(unsent: []) == [])
        try done(takeout)
        #expect(try uploaded(unsent: []) == ["a.jpg"])
    }

    @Test func `All members must be at one destination`() throws {
        let disk = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        try done(still)
        try done(xmp, at: disk)
        #expect(try uploaded() == [])
        try done(still, at: disk)
        #expect(try uploaded() == ["a.jpg"])
    }

    @Test func `A removed destination does not count, until it is added again`() throws {
        try done(other, home)
        #expect(try index.removeDestination(named: "nas", at: 7))
        #expect(try uploaded() == ["home.jpg"], "what was sent and is not work is named wherever it is")
        #expect(try index.photo(at: "/photos/b.jpg")?.uploads == [])
        #expect(try index.status().uploadedButNotWork.photos == 1)
        _ = try index.addDestination(name: "nas", spec: "folder:/elsewhere", marker: uploads.nas.marker)
        #expect(try uploaded() == ["b.jpg", "home.jpg"])
    }

    @Test func `A failed receipt does not count`() throws {
        try done(other, home)
        #expect(try index.status().uploadedButNotWork == LibraryStatus.Count(photos: 1, bytes: 1_005))
        var failed: [(id: Int64, isThere: Bool)] = []
        try index.receipts(destination: nil) { receipt in
            failed.append((receipt.id, false))
            return true
        }
        try index.setChecked(failed, at: 9)
        #expect(try uploaded() == [])
        #expect(try index.status().uploadedButNotWork.photos == 0)
        #expect(try index.photo(at: "/photos/b.jpg")?.uploads == [])
    }

    @Test func `A photo lists the copies of its own bytes`() throws {
        let disk = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        try done(still, xmp)
        try done(still, at: disk)
        let expected = ["disk", "nas"].map {
            Photo.Upload(destination: $0, target: "Office/a.jpg", receivedAt: 5, checkedAt: 5)
        }
        #expect(try index.photo(at: "/photos/a.jpg")?.uploads == expected)
        #expect(try index.photo(at: "/photos/b.jpg")?.uploads == [])
        var listed: [[Photo.Upload]] = []
        var selection = PhotoSelection()
        selection.order = .path
        try index.photos(matching: selection) {
            listed.append($0.uploads)
            return true
        }
        #expect(listed == [expected, [], []])
    }

    @Test func `The status counts staged actions, and names runs without an end`() throws {
        #expect(try index.status().staged == LibraryStatus.Staged())
        _ = try index.stage(
            [uploads.action(still, xmp), uploads.action(other)], run: uploads.run, at: 5)
        let status = try index.status()
        #expect(status.staged == LibraryStatus.Staged(groups: 2, photos: 2, bytes: 1_001 + 1_002 + 1_004))
        #expect(status.unfinishedRuns.map(\.command) == ["upload"])
        #expect(status.unfinishedRuns.map(\.host) == [PhotoIndex.hostName])
        #expect(status.interruptedRuns == 1)
    }
}
