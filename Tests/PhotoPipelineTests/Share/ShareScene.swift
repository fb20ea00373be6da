import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A library of work photos that are uploaded to `nas`, which shows copies to others as Google Drive does.
struct ShareScene {
    let uploads: UploadScene
    var nas: FakeUploadService { uploads.nas }

    /// - Parameters:
    ///   - names: as for ``UploadScene``.
    ///   - folder: where copies go; nil where nothing says.
    /// - Throws: where the library cannot be written, scanned or uploaded.
    init(_ names: FilePath..., folder: String? = nil) async throws {
        try await self.init(names, folder: folder)
    }

    /// - Parameters:
    ///   - names: as above.
    ///   - folder: as above.
    /// - Throws: as above.
    init(_ names: [FilePath], folder: String? = nil) async throws {
        uploads = try await UploadScene(names)
        try await upload(to: folder)
        nas.abilities = .all
    }

    /// Uploads what is not there yet.
    func upload(to folder: String? = nil) async throws {
        let template = try folder.map { try FolderTemplate(parsing: $0) }
        _ = try await uploads.upload { $0.template = template ?? $0.template }
    }

    /// What an order came to.
    struct Outcome {
        let summary: ShareSummary
        let results: [ShareResult]

        /// How each ended, in order: `a.jpg done`, `b.jpg refused not-work`.
        var states: [String] {
            results.map { result in
                let name = result.path?.lastComponent?.string ?? ""
                return ([name, result.state.rawValue] + [result.why?.rawValue].compactMap(\.self)).joined(
                    separator: " ")
            }
        }
    }

    private func files(_ names: [FilePath]) -> ShareSubject {
        .files(names.map { uploads.tree.path(uploads.file($0)) }, typed: names)
    }

    /// What is chosen by these names; all where there are none.
    private func subject(_ names: [FilePath]) -> ShareSubject {
        names.isEmpty ? .selection(PhotoSelection()) : files(names)
    }

    private var index: FilePath { uploads.tree.path("index.sqlite") }

    /// Shares; whoever has the link reads it, where nothing else is said.
    @discardableResult
    func share(
        _ names: FilePath..., as album: String? = nil, isAdding: Bool = false, isCleaning: Bool = false,
        to grants: [ShareGrant] = [ShareGrant(.link)], mail: ShareMail? = nil, isDryRun: Bool = false,
        confirmation: TypedAnswers? = nil, selecting: PhotoSelection? = nil, parallel: Int = 2
    ) async throws -> Outcome {
        let order = ShareOrder(
            selecting.map(ShareSubject.selection) ?? subject(names), as: album, isAdding: isAdding,
            isCleaning: isCleaning, grants: grants, mail: mail, isConfirmed: confirmation == nil,
            destination: request, parallel: parallel)
        let work = ShareWork(
            order, index: index, rules: { [uploads] in uploads.rules }, places: uploads.places, wait: .zero,
            isDryRun: isDryRun)
        var environment = uploads.environment
        if let confirmation { environment.confirmation = confirmation }
        let shown = Mutex<[ShareResult]>([])
        let summary = try await work.run(in: environment) { result in
            shown.withLock { $0.append(result) }
        } note: { _ in
        }
        return Outcome(summary: summary, results: shown.withLock(\.self))
    }

    /// Marks `a.jpg` as personal while its copy for the album `Site` is being made.
    func markWhileCopying() async throws {
        let held = nas.hold(.copy, of: "Albums/Site/a.jpg")
        async let outcome = share(as: "Site")
        await held.reached()
        try uploads.mark("a.jpg", .personal)
        held.release()
        #expect(try await outcome.states == ["a.jpg refused not-work"])
    }

    /// Stops it.
    @discardableResult
    func stop(
        _ names: FilePath..., audiences: Set<ShareAudience> = [], destination: String? = nil, isDryRun: Bool = false
    ) async throws -> Outcome {
        let choice = ShareChoice(
            subject(names), audiences: audiences, destination: destination
        ) { FilePath($0) }
        let work = StopSharing(
            choice, index: index, rules: { [uploads] in uploads.rules }, places: uploads.places, isDryRun: isDryRun)
        let shown = Mutex<[ShareResult]>([])
        let summary = try await work.run(in: uploads.environment) { result in
            shown.withLock { $0.append(result) }
        }
        return Outcome(summary: summary, results: shown.withLock(\.self))
    }

    /// The destination of albums.
    private var request: DestinationRequest {
        DestinationRequest(to: nil, standard: ["nas"], configured: [], creation: .never) { FilePath($0) }
    }

    /// Takes photos out of an album.
    @discardableResult
    func takeOut(_ names: FilePath..., of album: String) async throws -> Outcome {
        let removal = TakeOutOfAlbum(
            names.map { uploads.tree.path(uploads.file($0)) }, of: album, at: request, index: index,
            places: uploads.places, isDryRun: false)
        let shown = Mutex<[ShareResult]>([])
        let summary = try await removal.run(in: uploads.environment) { result in shown.withLock { $0.append(result) } }
        return Outcome(summary: summary, results: shown.withLock(\.self))
    }

    /// Removes an album.
    @discardableResult
    func removeAlbum(
        _ name: String, isDryRun: Bool = false, confirmation: TypedAnswers? = nil
    ) async throws -> Outcome {
        let removal = RemoveAlbum(
            name, at: request, index: index, places: uploads.places, wait: .zero, isConfirmed: confirmation == nil,
            isDryRun: isDryRun)
        var environment = uploads.environment
        if let confirmation { environment.confirmation = confirmation }
        let shown = Mutex<[ShareResult]>([])
        let summary = try await removal.run(in: environment) { result in
            shown.withLock { $0.append(result) }
        } note: { _ in
        }
        return Outcome(summary: summary, results: shown.withLock(\.self))
    }

    /// The albums that are not whole and shared, with how many of their copies are there: `Site unfinished 1 of 2`.
    func unseenAlbums() throws -> [String] {
        try Library(reading: index, owner: "tests").unseenAlbums().map {
            "\($0.name) \($0.state.rawValue) \($0.proved) of \($0.copies)"
        }
    }

    /// The photos in albums that nobody sees whose copies may be there although they are not work.
    func unwanted() throws -> [String] {
        try Library(reading: index, owner: "tests", rules: uploads.rules).unseenAlbums().flatMap(\.unwanted)
            .compactMap { $0.path.lastComponent?.string }
    }

    /// What the index knows to be shared.
    func list() throws -> [ShareResult] {
        try Library(reading: index, owner: "tests", rules: uploads.rules).shares(at: uploads.clock.now)
    }

    /// What others see that is not work, by the names of the files.
    func exposed() throws -> [String] {
        try list().flatMap(\.exposed).compactMap { $0.path.lastComponent?.string }
    }
}

/// Expects an error of the room, of a kind.
///
/// - Returns: what it says.
@discardableResult
func expectRefusal(
    _ kind: PipelineError.Kind, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> String {
    let thrown = await #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try await body() }
    let error = thrown.flatMap { PipelineError($0) }
    #expect(error?.kind == kind, "\(error?.message ?? "")", sourceLocation: sourceLocation)
    return error?.message ?? ""
}
