import PhotoModel
import SystemPackage
import Testing

/// The rule by which a copy counts, for everything that a service can report.
struct CopyPolicyTests {
    /// What a service reports about the content, and what that proves about the file.
    private struct Said: Sendable {
        var evidence: ContentEvidence
        /// Why it proves nothing; nil if it is a proof.
        var gap: ProofGap?
        /// Whether the bytes equal those of the file.
        var isEqual = false
    }

    private static let file = FileHashes(
        size: 9, sha256: [UInt8](repeating: 0xAB, count: 32), others: [.md5: "5d41402a"])
    /// The same file, with only one hash computed.
    private static let plain = FileHashes(size: 9, sha256: file.sha256)
    private static let member = Action.Member(
        path: "/photos/a.jpg", role: .still, fingerprint: Fingerprint(size: 9, modified: 0, changed: 0, inode: 0),
        sha256: file.sha256)
    private static let source = FileIdentity(device: 1, inode: 1)
    private static let partner = FileIdentity(device: 1, inode: 2)
    private static let counted = FileIdentity(device: 2, inode: 1)
    private static let own = FileIdentity(device: 2, inode: 2)
    private static let others = OtherFiles(sources: [source, partner], copies: [counted])

    private static let checksums: [(checksum: Checksum, gap: ProofGap?, isEqual: Bool)] = [
        (Checksum(sha256: file.sha256), nil, true), (Checksum(kind: .sha256, value: "ac"), nil, false),
        (Checksum(kind: .sha256, value: ""), .blankChecksum, false),
        (Checksum(kind: .sha256, value: "5d41402a"), nil, false),
        (Checksum(kind: .md5, value: "5d41402a"), nil, true), (Checksum(kind: .md5, value: "00"), nil, false),
        (Checksum(kind: .md5, value: " \n"), .blankChecksum, false),
        (Checksum(kind: .md5, value: hexText(file.sha256)), nil, false),
    ]

    private static let said: [Said] =
        [Said(evidence: .nothing, gap: .noChecksum)]
        + checksums.flatMap { checksum, gap, isEqual in
            [
                Said(evidence: .readNow(checksum), gap: gap, isEqual: isEqual),
                Said(evidence: .computedNow(checksum), gap: gap, isEqual: isEqual),
                Said(evidence: .kept(checksum), gap: .keptChecksum),
            ]
        }

    private static let identities: [FileIdentity?] = [nil, source, partner, counted, own]
    private static let sizes: [Int64] = [8, 9, 10]
    private static let senders: [CopySender] = [.us, .anybody]

    /// The expected answer, term by term: whose file it is, its size, what is known about its bytes, and the bytes.
    private static func expected(
        _ said: Said, size: Int64, identity: FileIdentity?, sender: CopySender, hasOthers: Bool
    ) -> Answer {
        if identity == source || identity == partner { return .itself }
        if identity == counted { return .anotherCopy }
        if identity == nil, sender == .anybody { return .unproven(.noIdentity) }
        if size != file.size { return .otherSize }
        if let gap = said.gap { return .unproven(gap) }
        if !hasOthers, said.evidence.checksum?.kind == .md5 { return .unproven(.otherKind) }
        return said.isEqual ? .good : .otherBytes
    }

    @Test func `Every combination has its answer`() {
        var answers: [Answer: Int] = [:]
        for said in Self.said {
            for (size, identity) in Self.sizes.flatMap({ size in Self.identities.map { (size, $0) } }) {
                for (sender, hashes) in Self.senders.flatMap({ sender in [(sender, Self.file), (sender, Self.plain)] })
                {
                    let stored = StoredFile(size: size, evidence: said.evidence, identity: identity, stamp: nil)
                    let answer = CopyPolicy.verify(stored, of: hashes, besides: Self.others, sentBy: sender)
                    let expected = Self.expected(
                        said, size: size, identity: identity, sender: sender, hasOthers: hashes == Self.file)
                    #expect(Answer(answer) == expected, "\(stored), \(sender)")
                    answers[expected, default: 0] += 1
                }
            }
        }
        let all: [Answer] =
            [.good, .otherBytes, .otherSize, .itself, .anotherCopy] + ProofGap.allCases.map(Answer.unproven)
        #expect(Set(answers.keys) == Set(all), "a table that lacks an answer proves nothing of it")
    }

    @Test func `An absent file is no copy of anything`() {
        for sender in Self.senders {
            #expect(CopyPolicy.verify(nil, of: Self.file, besides: Self.others, sentBy: sender) == .notThere)
        }
        #expect(CopyPolicy.compare(nil, with: RecordedContent(Self.member)) == .notThere)
    }

    @Test func `A good copy says how it was checked, and the same file passes again`() throws {
        let checksum = Checksum(kind: .md5, value: "5d41402a")
        func stored(_ size: Int64, _ identity: FileIdentity?) -> StoredFile {
            StoredFile(size: size, evidence: .computedNow(checksum), identity: identity, stamp: nil)
        }
        let answer = CopyPolicy.verify(stored(9, Self.own), of: Self.file, besides: Self.others, sentBy: .anybody)
        guard case .good(let copy) = answer else { throw TextError("\(answer)") }
        #expect(copy.checksum == checksum && copy.hashes == Self.file && copy.stored == stored(9, Self.own))
        #expect(copy.again(stored(9, nil)) == .good(try #require(Self.good(stored(9, nil)))))
        #expect(copy.again(nil) == .notThere)
        #expect(copy.again(stored(8, Self.own)) == .otherSize)
        #expect(copy.again(stored(9, Self.source)) == .itself && copy.again(stored(9, Self.counted)) == .anotherCopy)
    }

    @Test(arguments: [1_500_000_001, 1_500_000_002, 2_000_000_000, nil] as [Int64?])
    func `A file that was changed in the same moment as a copy that counts is that copy`(changed: Int64?) {
        let others = OtherFiles(sources: [], changes: [1_500_000_001, 2_000_000_000])
        let stored = StoredFile(
            size: 9, evidence: .readNow(Checksum(sha256: Self.file.sha256)), identity: Self.own, stamp: nil,
            changed: changed)
        let answer = Answer(CopyPolicy.verify(stored, of: Self.file, besides: others, sentBy: .us))
        #expect(answer == (changed == 1_500_000_001 ? .anotherCopy : .good))
    }

    private static func good(_ stored: StoredFile) -> VerifiedCopy? {
        guard case .good(let copy) = CopyPolicy.verify(stored, of: file, besides: others, sentBy: .us) else {
            return nil
        }
        return copy
    }

    @Test func `The same terms apply next to a receipt`() {
        let told = Checksum(kind: .md5, value: "5d41402a")
        let checksums = [
            (told, true), (Checksum(kind: .md5, value: ""), false), (Checksum(sha256: Self.file.sha256), false),
        ]
        for (checksum, knowsMD5) in checksums {
            let receipt = Receipt(
                sha256: Self.file.sha256, size: 9, target: "a.jpg", checksum: checksum, received: 1, checked: 1)
            for said in Self.said {
                for size in Self.sizes {
                    let stored = StoredFile(size: size, evidence: said.evidence, identity: Self.source, stamp: nil)
                    let answer = CopyPolicy.compare(stored, with: RecordedContent(receipt))
                    let expected = Self.expected(
                        said, size: size, identity: nil, sender: .us, hasOthers: knowsMD5)
                    #expect(Answer(answer) == expected, "\(stored)")
                }
            }
        }
    }

    @Test func `The journal knows only its own checksum, and without it nothing is equal`() {
        func answer(_ checksum: Checksum, _ member: Action.Member) -> Answer {
            let stored = StoredFile(size: 9, evidence: .readNow(checksum), identity: nil, stamp: nil)
            return Answer(CopyPolicy.compare(stored, with: RecordedContent(member)))
        }
        let sha256 = Checksum(sha256: Self.file.sha256)
        #expect(answer(sha256, Self.member) == .good)
        #expect(answer(Checksum(kind: .md5, value: "5d41402a"), Self.member) == .unproven(.otherKind))
        var unread = Self.member
        unread.sha256 = nil
        #expect(answer(sha256, unread) == .unproven(.otherKind))
    }
}

/// An answer without its details.
private enum Answer: Hashable {
    case good, otherBytes, otherSize, notThere, itself, anotherCopy
    case unproven(ProofGap)

    init<Copy>(_ verification: CopyVerification<Copy>) {
        self =
            switch verification {
            case .good: .good
            case .otherBytes: .otherBytes
            case .otherSize: .otherSize
            case .notThere: .notThere
            case .itself: .itself
            case .anotherCopy: .anotherCopy
            case .unproven(let gap): .unproven(gap)
            }
    }
}
