/// The whole state of the fake. It is used under a lock, briefly each time.
struct World: Sendable {
    var accounts: [String: AccountRecord] = [:]
    var clients: [String: ClientRecord] = [:]
    var drives: [String: DriveRecord] = [:]
    var files: [String: FileRecord] = [:]
    /// The ids of a folder's children.
    var children: [String: Set<String>] = [:]
    /// Generated ids that are not used yet.
    var generatedIDs: Set<String> = []
    var pages: [String: ListPage] = [:]
    var uploads: [String: UploadSession] = [:]
    var signIn = SignInRecords()
    var behaviour = Behaviour()
    var journal = Journal()
    var faults = FaultPlan()
    /// All holds so far.
    var holds: [HeldRequest] = []
    /// The difference between the fake's time and the clock, in milliseconds.
    var clockOffset = 0
    /// When recent calls were handled, for the rate limit.
    var recentCalls: [Int] = []
    /// The bytes that each account has sent since the fake began, for the daily limit.
    var sentBytes: [String: Int] = [:]
    private var counter = 0
    private var random = SystemRandomNumberGenerator()

    /// The behaviour that tests can change.
    struct Behaviour: Sendable {
        var paging = Paging()
        var dailyLimit: Int?
        var rate: Rate?
        var omitsSHA256 = false
        var consent = Consent.ignore
        var deviceConsent = DeviceConsent.wait
    }

    /// The next number of a sequence.
    mutating func next() -> Int {
        counter += 1
        return counter
    }

    /// Random letters and digits, as in ids and secrets.
    mutating func letters(_ count: Int) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func newFileID() -> String { "1" + letters(32) }

    /// Adds a file to its parent.
    mutating func insert(_ file: FileRecord) {
        files[file.id] = file
        if let parent = file.parent { children[parent, default: []].insert(file.id) }
    }

    /// Changes a file, and increases its version.
    mutating func change(_ id: String, _ body: (inout FileRecord) -> Void) {
        guard var file = files[id] else { return }
        let parent = file.parent
        body(&file)
        file.version += 1
        files[id] = file
        guard parent != file.parent else { return }
        if let parent { children[parent]?.remove(id) }
        if let parent = file.parent { children[parent, default: []].insert(id) }
    }

    /// Removes a file permanently, with everything below it.
    mutating func removeTree(_ id: String) {
        for child in children[id] ?? [] { removeTree(child) }
        children[id] = nil
        if let parent = files[id]?.parent { children[parent]?.remove(id) }
        files[id] = nil
    }

    /// Whether a file or a folder above it is in the trash.
    func isTrashed(_ file: FileRecord) -> Bool {
        var current = file
        while !current.isTrashed {
            guard let parent = current.parent, let above = files[parent] else { return false }
            current = above
        }
        return true
    }

    /// The bytes of an account's files, including those in the trash (support.google.com/drive/answer/6374270: the
    /// trash counts).
    func usage(of email: String) -> (all: Int, trashed: Int) {
        var usage = (all: 0, trashed: 0)
        for file in files.values where file.owner == email {
            let size = file.content?.size ?? 0
            usage.all += size
            if size > 0, isTrashed(file) { usage.trashed += size }
        }
        return usage
    }
}
