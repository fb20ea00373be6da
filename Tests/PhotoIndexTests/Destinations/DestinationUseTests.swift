import PhotoIndex
import PhotoModel
import Testing

struct DestinationUseTests {
    private func upload(_ file: ScannedFile, to destination: Int64, at time: Int64, _ uploads: Uploads) throws {
        var action = uploads.action(file)
        action.destination = DestinationName(id: destination, name: "any")
        guard case .begun(let id) = try uploads.intend(action)[0] else {
            Issue.record("The upload did not begin")
            return
        }
        let sha256 = Uploads.sha256(of: action.members[0].fingerprint)
        (action.id, action.state, action.members[0].sha256) = (id, .done, sha256)
        let receipt = uploads.receipt(for: action.members[0], sha256, at: time)
        try uploads.index.conclude(
            [ActionOutcome(action: action, receipts: [(receipt, destination)])], run: uploads.run, at: time)
    }

    @Test func `A destination that was never used holds nothing`() throws {
        let uploads = try Uploads([])
        #expect(try uploads.index.use(ofDestination: uploads.nas.id) == DestinationUse())
        #expect(try uploads.index.photosUploaded(toDestinationOnly: uploads.nas.id, unsentSidecars: []) == 0)
    }

    @Test func `It holds the copies of its receipts, and photos that exist nowhere else count as uploaded to it`()
        throws
    {
        let files = (1...3).map { photo("\($0).jpg", $0) }
        let uploads = try Uploads(files)
        for (number, file) in files.prefix(2).enumerated() {
            try upload(file, to: uploads.nas.id, at: 50 + Int64(number), uploads)
        }
        let use = try uploads.index.use(ofDestination: uploads.nas.id)
        #expect((use.receipts, use.photos) == (2, 2))
        #expect(use.bytes == 2_003)
        #expect(use.lastVerified == 51)
        #expect(try uploads.index.photosUploaded(toDestinationOnly: uploads.nas.id, unsentSidecars: []) == 2)
        let usb = try uploads.index.addDestination(name: "usb", spec: "folder:/usb", marker: marker("usb"))
        try upload(files[0], to: usb.id, at: 60, uploads)
        #expect(try uploads.index.photosUploaded(toDestinationOnly: uploads.nas.id, unsentSidecars: []) == 1)
        #expect(try uploads.index.photosUploaded(toDestinationOnly: usb.id, unsentSidecars: []) == 0)
        #expect(try uploads.index.removeDestination(named: "usb", at: 70))
        #expect(try uploads.index.photosUploaded(toDestinationOnly: uploads.nas.id, unsentSidecars: []) == 2)
    }

    @Test func `It has the only copy of a removed photo if neither another destination nor the library has one`() throws
    {
        let files = (1...4).map { photo("\($0).jpg", $0) }
        let uploads = try Uploads(files)
        let usb = try uploads.index.addDestination(name: "usb", spec: "folder:/usb", marker: marker("usb"))
        try uploads.send([files[0]], [files[1]], [files[2]])
        try uploads.send([files[1]], to: usb)
        let first = try uploads.remove(files[0])
        try uploads.remove(files[1])
        try uploads.remove(files[2])
        func only(_ destination: KnownDestination) throws -> Int {
            try uploads.index.removedPhotos(atDestinationOnly: destination.id)
        }
        #expect(try [only(uploads.nas), only(usb)] == [2, 0])
        #expect(try uploads.index.removeDestination(named: "usb", at: 70))
        #expect(try only(uploads.nas) == 3, "what a destination has that is configured no longer counts for nothing")
        try uploads.bringBack(first)
        #expect(try only(uploads.nas) == 2)
        try uploads.rescan(files[0], photo("copy.jpg", 2), files[3])
        #expect(try only(uploads.nas) == 1, "the library has a copy")
    }

    @Test func `It has the only copy of a photo that is being removed, whatever the index says of the library`() throws
    {
        let files = (1...3).map { photo("\($0).jpg", $0) }
        let uploads = try Uploads(files)
        let usb = try uploads.index.addDestination(name: "usb", spec: "folder:/usb", marker: marker("usb"))
        try uploads.send([files[0]], [files[1]], [files[2]])
        try uploads.send([files[1]], to: usb)
        let purges = [uploads.purge([files[0]]), uploads.purge([files[1]])]
        _ = try uploads.index.intend(purges, run: uploads.run, basis: Uploads.basis, leavingOut: [])
        #expect(try uploads.index.photosBeingRemoved(atDestinationOnly: uploads.nas.id) == 1)
        #expect(try uploads.index.photosBeingRemoved(atDestinationOnly: usb.id) == 0)
        #expect(try uploads.index.removedPhotos(atDestinationOnly: uploads.nas.id) == 0)
    }
}
