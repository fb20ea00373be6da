import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What happens to photos, depending on what a destination says about their copies and how it knows.
struct CopyEvidenceTests {
    private let target = UploadScene.target("a.jpg")

    /// What a destination says about the photo, and what is wrong with that.
    enum Said: CaseIterable, Sendable {
        case blank, blankMD5, otherMD5, keptSHA256, keptMD5, nothing

        func evidence(of bytes: [UInt8]) -> ContentEvidence {
            switch self {
            case .blank: .readNow(Checksum(kind: .sha256, value: ""))
            case .blankMD5: .computedNow(Checksum(kind: .md5, value: " "))
            case .otherMD5: .computedNow(.md5(of: bytes + [0]))
            case .keptSHA256: .kept(.sha256(of: bytes))
            case .keptMD5: .kept(.md5(of: bytes))
            case .nothing: .nothing
            }
        }
    }

    @Test(arguments: Said.allCases)
    func `A copy without proof gives no receipt, neither when it is sent nor when it is found`(said: Said) async throws
    {
        let scene = try await UploadScene("a.jpg")
        let bytes = try scene.bytes("a.jpg")
        scene.nas.evidence[target] = said.evidence(of: bytes)
        let why = said == .otherMD5 ? "corrupted" : "sending-failed"
        #expect(try await scene.upload().states == ["a.jpg": "failed \(why)"])
        #expect(try scene.receipts == [])
        // A file with its name exists by now, and nobody knows its content.
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(try scene.receipts == ["a (2).jpg"])
    }

    @Test(arguments: Said.allCases)
    func `A copy without proof permits no removal`(said: Said) async throws {
        let scene = try await PurgeScene("a.jpg")
        scene.nas.evidence[target] = said.evidence(of: try scene.uploads.bytes("a.jpg"))
        let outcome = try await scene.purge()
        #expect(outcome.states == ["a.jpg": "skipped not-verified"])
        #expect(outcome.summary.lost == (said == .otherMD5 ? 1 : 0), "what nobody can tell is no loss")
        #expect(scene.isHome("a.jpg"))
    }

    @Test(arguments: Said.allCases)
    func `A copy whose proof fails when asked for again permits no removal`(said: Said) async throws {
        let scene = try await PurgeScene("a.jpg")
        let evidence = said.evidence(of: try scene.uploads.bytes("a.jpg"))
        scene.nas.setStamps(false)
        scene.before(.park) { [nas = scene.nas] in nas.evidence[UploadScene.target("a.jpg")] = evidence }
        #expect(try await scene.purge().states == ["a.jpg": "refused destination-changed"])
        #expect(scene.isHome("a.jpg"))
    }

    @Test(arguments: Said.allCases)
    func `A copy without proof lets nothing leave the trash`(said: Said) async throws {
        let scene = try await PurgedScene()
        for service in [scene.scene.nas, scene.scene.attic] {
            service.evidence[target] = said.evidence(of: try #require(scene.bytes["a.jpg"]))
        }
        #expect(try await scene.empty().states == ["a.jpg": "skipped not-verified", "b.jpg": "done"])
        #expect(try scene.parked.count == 2)
    }

    @Test func `A trashed file is compared with the copy, not with the receipt`()
        async throws
    {
        let scene = try await PurgedScene()
        let wrong = Checksum.md5(of: [7])
        let index = try scene.scene.writableIndex
        let hash = Checksum.sha256(of: try #require(scene.bytes["a.jpg"])).value
        let sha256 = try #require(bytes(ofHexText: hash))
        for row in try index.destinations() {
            var receipt = try #require(try index.receipts(sha256: sha256, destination: row.id).first)
            receipt.checksum = wrong
            try index.confirm(receipt, at: row.id)
        }
        for service in [scene.scene.nas, scene.scene.attic] { service.evidence[target] = .computedNow(wrong) }
        #expect(try await scene.empty().states == ["a.jpg": "skipped not-verified", "b.jpg": "done"])
    }

    @Test func `A server's own hash of another kind counts, and the file is hashed with that kind`() async throws {
        let scene = try await PurgeScene("a.jpg", uploading: false)
        let checksum = Checksum.md5(of: try scene.uploads.bytes("a.jpg"))
        scene.nas.evidence[target] = .computedNow(checksum)
        scene.nas.setStamps(false)
        scene.nas.hasIdentities = false
        try await scene.upload()
        #expect(try scene.uploads.index.checksums == [checksum])
        let killed = try await scene.purge(.selection(PhotoSelection()), .dryRun)
        #expect(killed.states == ["a.jpg": "planned"])
        #expect(try await scene.purge().states == ["a.jpg": "done"])
    }

    @Test func `Equal bytes of unknown origin count only if the copy's file identity is known`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.hasIdentities = false
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 1), at: target)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a (2).jpg", "a.jpg"])
        // The program recognizes what it has sent by the receipt.
        try scene.tree.write("photos/copy/a.jpg", try scene.bytes("a.jpg"))
        try await scene.scan()
        _ = try await scene.upload()
        #expect(scene.stored() == ["a (2).jpg", "a.jpg"])
    }

    @Test func `Copies that are one file are one copy`() async throws {
        let scene = try await PurgeScene("a.jpg")
        try await scene.upload(to: "attic")
        let identity = FileIdentity(device: 5, inode: 5)
        for service in [scene.nas, scene.uploads.attic] { service.identities[target] = identity }
        #expect(try await scene.purge { $0.require = 2 }.states == ["a.jpg": "skipped not-verified"])
        #expect(try await scene.purge().states == ["a.jpg": "done"])
    }
}

extension PhotoIndex {
    /// Records a receipt as if its copy had been verified now.
    fileprivate func confirm(_ receipt: Receipt, at destination: Int64) throws {
        let run = try beginRun("upload", at: 1)
        let action = Action(
            kind: .upload, group: 1,
            members: [
                Action.Member(
                    path: "/a.jpg", role: .still,
                    fingerprint: Fingerprint(size: receipt.size, modified: 0, changed: 0, inode: 0),
                    sha256: receipt.sha256)
            ], state: .done)
        try conclude([ActionOutcome(action: action, receipts: [(receipt, destination)])], run: run, at: 1)
    }

    /// The checksums that destinations report.
    fileprivate var checksums: [Checksum] {
        get throws {
            var found: [Checksum] = []
            try receipts(destination: nil) {
                found.append($0.receipt.checksum)
                return true
            }
            return found
        }
    }
}
