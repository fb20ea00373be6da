import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import PhotoReview
import SystemPackage

/// What the page of `review` asks, answered by the functions that the commands call. No lock is held between two
/// answers.
///
/// A row stands for the photo at a path as long as the page is served. A photo that comes later gets a row after all
/// others, and one that is gone keeps its own. Whatever changes them, this page or another program, gets a moment, and
/// the page asks what is different since one.
actor ReviewLibrary: ReviewedLibrary {
    /// The most rows of which the page is told; of more, it is loaded again.
    private static let mostTold = 20_000
    /// The most photos that are read one by one after a decision; after more, all are read.
    private static let mostSingle = 1_000

    private let queue = BlockingQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    let session: Session
    private let selection: PhotoSelection
    /// Pictures do not wait for what this does.
    private let gallery: ReviewGallery
    /// What could not be read for a decision.
    let findings = FoundProblems()
    let decisions: DecisionOnFiles
    /// The change of which a person sees the overview.
    var asked: AskedChange?
    /// What the page was told to type when it was done; nil before.
    private(set) var lastLines: [String]?

    private(set) var rows: ReviewRows
    private(set) var paths: [FilePath] = []
    private var isLoaded = false
    /// The row of each path's hash; empty until it is needed.
    private var rowOfHash: [Int: Int] = [:]
    /// What the index knew of each row's photo when it was read, as a hash, 0 for one that was not there; empty while
    /// that is not known.
    private var known: [Int] = []
    private(set) var rules: JudgingRules
    /// What may be removed, by which rows say what keeps their photos.
    private var purge = PurgeSettings()
    private var state = IndexState()
    /// When reading what has changed ended last, and how long it took, in nanoseconds.
    private var (readEnd, readTime): (Int64, Int64) = (0, 0)

    private var moment = 1
    /// The moment that the page knows.
    private var toldMoment = 1
    private var changedAt: [Int: Int] = [:]
    private var goneAt: [Int: Int] = [:]
    private var fencesAt = 1
    /// When fences changed last, by their names.
    private(set) var fenceChangedAt: [String: Int] = [:]
    private var newPhotosAt = 0
    private var undo: String?
    private var stagedCount = 0

    init(_ selection: PhotoSelection, _ session: Session) throws {
        // Deciding would make an index where there is none.
        _ = try session.unjudgedLibrary()
        (self.selection, self.session) = (selection, session)
        decisions = try DecisionOnFiles(
            index: session.places.index(), isDryRun: false, rules: { try session.now.rules() },
            environment: session.environment, progress: HiddenProgress(), report: findings.add)
        rules = try session.rules()
        gallery = try ReviewGallery(session)
        rows = ReviewRows(showsPlaces: true, roots: try session.unjudgedLibrary().roots().map(\.path))
    }

    /// Counts the photos, judged anew.
    func count() throws -> Int {
        try? decisions.judgeAnew()
        return try session.now.library().count(of: selection)
    }

    /// Reads the photos, if they are not read yet.
    ///
    /// - Throws: `Failure`, or what the pipeline throws; `interrupted` after a signal.
    func load() throws {
        if isLoaded { return }
        let now = try currentState()
        rules = try session.now.rules()
        try addNew()
        try noteRest()
        (state, isLoaded) = (now, true)
    }

    nonisolated func photos(_ put: @Sendable ([UInt8]) async throws -> Void) async throws {
        let (page, state) = try await page()
        try await page.send(state, to: put)
    }

    nonisolated func picture(row: Int, size: PictureSize) async -> ReviewPicture? {
        await gallery.picture(row: row, size)
    }

    func changes(since moment: Int) throws(ReviewRefusal) -> ReviewChanges {
        try refusing {
            try refresh()
            let changes = told(since: moment)
            toldMoment = changes.moment
            // Not while the page is loaded, so that it is seen first.
            if known.isEmpty { try noteKnown() }
            return changes
        }
    }

    func done() -> [String] {
        let staged = try? session.unjudgedLibrary().stagedIDs()
        let lines = ReviewNext.commands(staged: staged ?? []).map { session.options.keepingPlaces(in: $0) }
        lastLines = lines
        return lines
    }
}

// Reading.
extension ReviewLibrary {
    /// The page as it is loaded now, with photos that have come.
    private func page() throws -> (ReviewPage, ReviewState) {
        try refresh()
        if newPhotosAt > 0 {
            try addNew()
            newPhotosAt = 0
        }
        if !goneAt.isEmpty {
            // The columns do not say which are gone: the first question of the page is answered with them.
            moment += 1
            for row in goneAt.keys { goneAt[row] = moment }
        }
        if moment > 1 { rows.recount { goneAt[$0] != nil } }
        let subject = ReviewPage.Subject(
            title: "Photos", sentence: ReviewWords.sentence(rows), banner: "", made: session.made)
        let page = session.reviewPage(subject, rows, rules.fences.fences)
        toldMoment = goneAt.isEmpty ? moment : moment - 1
        let settles = Dictionary(
            uniqueKeysWithValues: Reason.allCases.compactMap { reason in reason.settles.map { (reason, $0) } })
        return (
            page,
            ReviewState(
                moment: toldMoment, settles: settles, undo: undo,
                fenceEdits: try session.fenceStore().isWritable, staged: stagedCount)
        )
    }

    /// Reads the photos, or what is different if anything else has changed the index, the fences or the configuration.
    /// While a scan keeps changing the index, a third of the time is spent on that.
    func refresh() throws {
        try load()
        let now = try currentState()
        let uptime = session.environment.clock.uptime
        guard now != state, uptime - readEnd >= 2 * readTime else { return }
        try readAgain(now)
    }

    /// Reads what is different.
    func readAgain() throws { try readAgain(try currentState()) }

    private func readAgain(_ now: IndexState) throws {
        // While a scan runs, what is read is a copy of the index.
        defer { giveBackFreedMemory() }
        let began = session.environment.clock.uptime
        if now.files != state.files { try? decisions.judgeAnew() }
        let session = session.now
        let before = rules.fences.fences
        rules = try session.rules()
        let settings = try session.purgeSettings()
        if settings != purge { (purge, known) = (settings, []) }
        moment += 1
        let library = try session.library(by: rules)
        let (hashes, hasNew) = try hashes(in: library)
        let different = paths.indices.filter { hashes[$0] != 0 && (known.isEmpty || hashes[$0] != known[$0]) }
        try library.reported(at: different.map { paths[$0] }, purge: purge, now: session.environment.clock.now) {
            try checkSignal()
            take($0)
        }
        for row in paths.indices where hashes[row] == 0 && goneAt[row] == nil { goneAt[row] = moment }
        known = hashes
        if hasNew, try selectsNew(session) { newPhotosAt = moment }
        for fence in Set(rules.fences.fences).symmetricDifference(before) { fenceChangedAt[fence.name] = moment }
        if rules.fences.fences != before { fencesAt = moment }
        try noteRest()
        state = now
        readEnd = session.environment.clock.uptime
        readTime = readEnd - began
    }

    /// What the index knows of each row's photo, as in ``known``, and whether there are photos without a row.
    private func hashes(in library: Library) throws -> (hashes: [Int], hasNew: Bool) {
        var (hashes, hasNew) = ([Int](repeating: 0, count: paths.count), false)
        try library.hashes(purge: purge) { path, hash in
            // Never 0.
            if let row = row(of: path) { hashes[row] = hash | 1 } else { hasNew = true }
        }
        return (hashes, hasNew)
    }

    /// Notes what the index knows of the rows, unless it has changed since they were read.
    private func noteKnown() throws {
        guard try currentState() == state else { return }
        let (hashes, _) = try hashes(in: session.now.library(by: rules))
        if try currentState() == state { known = hashes }
    }

    /// Shows photos as they are after a decision on them, with the other files of their groups.
    func show(_ changed: Set<FilePath>) throws {
        if changed.count > Self.mostSingle { return try readAgain() }
        moment += 1
        let session = session.now
        let library = try session.library(by: rules)
        let (purge, now) = (try session.purgeSettings(), session.environment.clock.now)
        var others: Set<FilePath> = []
        try library.reported(at: Array(changed), purge: purge, now: now) { reported in
            take(reported)
            others.formUnion(reported.photo.members.map(\.path))
        }
        try library.reported(at: Array(others.subtracting(changed)), purge: purge, now: now) { take($0) }
        try noteRest()
    }

    /// Shows in its row what a photo is now, if it has one.
    private func take(_ reported: ReportedPhoto) {
        let photo = reported.photo
        guard let row = row(of: photo.path) else { return }
        let isBack = goneAt.removeValue(forKey: row) != nil
        let isChanged = rows.replace(
            row, with: photo, isUploaded: reported.isUploaded, fate: ReviewRows.Fate(of: reported),
            stamp: ReviewRows.stamp(photo))
        if isChanged || isBack { changedAt[row] = moment }
    }

    /// Adds the selected photos that have no row.
    private func addNew() throws {
        let isFirst = paths.isEmpty
        let session = session.now
        (purge, known) = (try session.purgeSettings(), [])
        try session.forEachReported(selection, in: session.library(by: rules)) { reported in
            let photo = reported.photo
            if !isFirst, row(of: photo.path) != nil { return }
            if !isFirst { rowOfHash[photo.path.hashValue] = paths.count }
            paths.append(photo.path)
            rows.add(
                photo, isUploaded: reported.isUploaded, fate: ReviewRows.Fate(of: reported),
                stamp: ReviewRows.stamp(photo))
        }
        try checkSignal()
        gallery.show(paths)
    }

    /// Whether the selection has a photo without a row. With a limit, others are selected as soon as some are not.
    private func selectsNew(_ session: Session) throws -> Bool {
        if selection.limit != nil { return false }
        if selection.isEverything { return true }
        var isNew = false
        try session.library(by: rules).photos(matching: selection) { photo in
            isNew = row(of: photo.path) == nil
            return !isNew
        }
        return isNew
    }

    /// Notes what can be undone and what is staged.
    private func noteRest() throws {
        undo = try decisions.lastChange().map { "\($0.command), \($0.files.counting("photo"))" }
        stagedCount = try session.unjudgedLibrary().stagedIDs().count
    }

    private func checkSignal() throws(PipelineError) {
        if session.environment.interruption.signal != nil { throw PipelineError(.interrupted, "Stopped") }
    }

    private func currentState() throws -> IndexState {
        IndexState(
            changes: try decisions.changesByOthers(),
            files: try session.ruleFiles.map { try? FileStatus(at: $0, followingLinks: true).fingerprint })
    }
}

// Answering.
extension ReviewLibrary {
    /// The row of a photo; nil if it has none.
    func row(of path: FilePath) -> Int? {
        if rowOfHash.isEmpty {
            rowOfHash.reserveCapacity(paths.count)
            for (row, path) in paths.enumerated() { rowOfHash[path.hashValue] = row }
        }
        guard let row = rowOfHash[path.hashValue], paths[row] == path else { return nil }
        return row
    }

    /// Whether a row's photo is not in the library any more.
    func isGone(_ row: Int) -> Bool { goneAt[row] != nil }

    /// What is different since the moment that the page knows, for the answer to what it has asked for.
    var toldChanges: ReviewChanges { told(since: toldMoment) }

    private func told(since: Int) -> ReviewChanges {
        var changes = ReviewChanges(moment: moment)
        let different = changedAt.filter { $0.value > since && goneAt[$0.key] == nil }.keys.sorted()
        if since > moment || newPhotosAt > since || different.count > Self.mostTold {
            changes.reload = true
            return changes
        }
        changes.rows = different.map { rows.told($0) }
        changes.gone = goneAt.filter { $0.value > since }.keys.sorted()
        if fencesAt > since { changes.fences = rules.fences.fences }
        (changes.staged, changes.undo) = (stagedCount, undo)
        return changes
    }

    /// Passes on what `body` throws as a refusal.
    func refusing<Value>(_ body: () throws -> Value) throws(ReviewRefusal) -> Value {
        do {
            return try body()
        } catch let refusal as ReviewRefusal {
            throw refusal
        } catch {
            let failure = Failure(error).keepingPlaces(of: session.options).shortened
            let text = failure.text.replacing("\n  next: ", with: ". Next: ")
            throw ReviewRefusal(Self.refused.contains(failure.what) ? .refused : .failed, text)
        }
    }

    /// The failures that another wish does not have.
    private static let refused: Set<String> = ["usage", "fence", "no-such-fence", "unknown", "fences", "unwritable"]
}

/// What an index, and what it is judged by, are at one moment.
private struct IndexState: Equatable {
    /// As ``DecisionOnFiles/changesByOthers()``.
    var changes: Int64 = 0
    /// The fingerprints of the files that the rules come from; nil for one that is not there.
    var files: [Fingerprint?] = []
}

/// What could not be read, until it is taken.
final class FoundProblems {
    private var found: [Finding] = []

    func add(_ finding: Finding) { found.append(finding) }

    func take() -> [Finding] {
        defer { found = [] }
        return found
    }
}

extension Library {
    /// The numbers of all staged actions, in order.
    func stagedIDs() throws -> [Int64] {
        var ids: [Int64] = []
        try staged { action in
            if let id = action.id { ids.append(id) }
            return true
        }
        return ids
    }
}
