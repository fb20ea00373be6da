/// All that the fake knows. It is reached under a lock, for moments only.
struct World: Sendable {
    var accounts: [String: AccountRecord] = [:]
    var clients: [String: ClientRecord] = [:]
    var drives: [String: DriveRecord] = [:]
    var files: [String: FileRecord] = [:]
    /// The ids of what lies in a folder.
    var children: [String: Set<String>] = [:]
    /// Ids that were given out and not used yet.
    var generatedIDs: Set<String> = []
    var pages: [String: ListPage] = [:]
    var uploads: [String: UploadSession] = [:]
    var signIn = SignInRecords()
    var behaviour = Behaviour()
    var journal = Journal()
    var faults = FaultPlan()
    /// All holds that there were.
    var holds: [HeldRequest] = []
    /// How far the fake's time is ahead of the clock, in milliseconds.
    var clockOffset = 0
    /// When each call of late was handled, for the limit of the rate.
    var recentCalls: [Int] = []
    /// Bytes sent by each account since the fake began, for the limit of a day.
    var sentBytes: [String: Int] = [:]
    private var counter = 0
    private var random = SystemRandomNumberGenerator()

    /// What tests change about how it behaves.
    struct Behaviour: Sendable {
        var paging = Paging()
        var listsLag = false
        var dailyLimit: Int?
        var rate: Rate?
        var omitsSHA256 = false
        var consent = Consent.ignore
        var deviceConsent = DeviceConsent.wait
    }

    /// The next of a row of numbers.
    mutating func next() -> Int {
        counter += 1
        return counter
    }

    /// Letters and digits by chance, as in ids and secrets.
    mutating func letters(_ count: Int) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A new id as files have them.
    mutating func newFileID() -> String { "1" + letters(32) }

    /// Adds a file, among the children of its parent.
    mutating func insert(_ file: FileRecord) {
        files[file.id] = file
        if let parent = file.parent { children[parent, default: []].insert(file.id) }
    }

    /// Changes a file, and counts its version.
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

    /// Removes a file for good, and all below it.
    mutating func removeTree(_ id: String) {
        for child in children[id] ?? [] { removeTree(child) }
        children[id] = nil
        if let parent = files[id]?.parent { children[parent]?.remove(id) }
        files[id] = nil
    }

    /// Whether a file or a folder above it lies in the trash.
    func isTrashed(_ file: FileRecord) -> Bool {
        var current = file
        while !current.isTrashed {
            guard let parent = current.parent, let above = files[parent] else { return false }
            current = above
        }
        return true
    }

    /// The bytes that an account's files take, those in the trash among them
    /// (support.google.com/drive/answer/6374270: the trash counts).
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
