import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Intents and outcomes are complete transactions, and on the disk when the calls return.
struct JournalTransactionTests {
    private let directory: TemporaryDirectory
    private let uploads: Uploads
    private let files = (1...32).map { photo("\($0).jpg", $0) }

    init() throws {
        directory = try TemporaryDirectory()
        uploads = try Uploads(files, index: PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
    }

    private func count(_ rows: String) throws -> [String] {
        try values("SELECT CAST(count(*) AS TEXT) FROM \(rows)", in: directory.index)
    }

    /// Makes each row that is written into a table record the transaction's value of `synchronous`.
    private func probe(_ table: String) throws {
        try execute(
            """
            CREATE TABLE IF NOT EXISTS probe (what TEXT, synchronous INTEGER);
            CREATE TRIGGER probe_\(table) AFTER INSERT ON \(table) BEGIN
              INSERT INTO probe SELECT '\(table)', synchronous FROM pragma_synchronous;
            END
            """, in: directory.index)
    }

    @Test func `Everything in the journal, every receipt and every mark is written with FULL`() throws {
        for table in ["action", "actionMember", "receipt", "destination", "mark"] { try probe(table) }
        let action = uploads.action(files[0])
        _ = try uploads.index.stage([action], run: uploads.run, at: 20)
        _ = try uploads.intend(uploads.action(files[1]))
        try uploads.conclude(uploads.action(files[2]), .done)
        let received = uploads.receipt(for: action.members[0], Uploads.sha256(99), at: 5)
        #expect(try uploads.index.addReceipts([received], destination: uploads.nas.id) == 1)
        _ = try uploads.index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        try uploads.record(.mark(.personal), of: files[3])
        let probes = "SELECT DISTINCT what || ' ' || synchronous FROM probe ORDER BY 1"
        #expect(
            try values(probes, in: directory.index)
                == ["action 2", "actionMember 2", "destination 2", "mark 2", "receipt 2"])
    }

    @Test func `Of 32 intents all are begun or none`() throws {
        var actions = files.map { uploads.action($0) }
        actions[31].members[0].target = "/absolute"
        #expect(throws: IndexError.self) {
            try uploads.index.intend(actions, run: uploads.run, basis: Uploads.basis, leavingOut: [])
        }
        #expect(try count("action") == ["0"])
        #expect(try count("actionMember") == ["0"])
        actions[31].members[0].target = "relative"
        _ = try uploads.index.intend(actions, run: uploads.run, basis: Uploads.basis, leavingOut: [])
        #expect(try count("action WHERE state = 'running'") == ["32"])
    }

    @Test func `Of 32 outcomes all are written or none`() throws {
        let actions = files.map { uploads.action($0) }
        let intents = try uploads.index.intend(actions, run: uploads.run, basis: Uploads.basis, leavingOut: [])
        var outcomes = zip(actions, intents).map { action, intent in
            var action = action
            action.state = .done
            if case .begun(let id) = intent { action.id = id }
            let receipt = uploads.receipt(for: action.members[0], Uploads.sha256(1), at: 5)
            return ActionOutcome(action: action, receipts: [(receipt, uploads.nas.id)])
        }
        outcomes[31].receipts[0].destination = 77
        #expect(throws: IndexError.self) { try uploads.index.conclude(outcomes, run: uploads.run, at: 50) }
        #expect(try count("action WHERE state = 'running'") == ["32"])
        #expect(try count("receipt") == ["0"])
        outcomes[31].receipts[0].destination = uploads.nas.id
        try uploads.index.conclude(outcomes, run: uploads.run, at: 50)
        #expect(try count("action WHERE state = 'done'") == ["32"])
        #expect(try count("receipt") == ["32"])
    }
}
