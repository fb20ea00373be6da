import Foundation
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A library of work photos that are copied into the directory `out`.
struct ExportScene {
    let uploads: UploadScene
    var tree: TemporaryTree { uploads.tree }

    /// - Parameter names: as for ``UploadScene``.
    /// - Throws: where the library cannot be written or scanned.
    init(_ names: FilePath...) async throws { uploads = try await UploadScene(names) }

    /// What an export came to.
    struct Outcome {
        let summary: ExportSummary
        let results: [ExportResult]

        /// How each file ended, in order: `a.jpg done`, `b.jpg refused`.
        var states: [String] {
            results.map { "\($0.path.lastComponent?.string ?? "") \($0.state.rawValue)" }
        }

        /// The copies, below the directory.
        var targets: [String] {
            results.compactMap { result in
                result.target.map { String($0.string.dropFirst(summary.directory.string.utf8.count + 1)) }
            }
        }
    }

    @discardableResult
    func export(
        to directory: FilePath = "out", cleaning: CleanDepth? = nil, names: ExportOrder.Names = .original,
        isDryRun: Bool = false, roots: [FilePath] = [], environment: PhotoPipeline.Environment? = nil,
        show: (ExportResult) throws -> Void = { _ in }
    ) async throws -> Outcome {
        let work = try await work(
            to: directory, cleaning: cleaning, names: names, isDryRun: isDryRun, roots: roots, environment: environment)
        return try run(work, show: show)
    }

    /// An export that has not begun.
    func work(
        to directory: FilePath = "out", cleaning: CleanDepth? = nil, names: ExportOrder.Names = .original,
        isDryRun: Bool = false, roots: [FilePath] = [], environment: PhotoPipeline.Environment? = nil
    ) async throws -> ExportWork {
        let order = ExportOrder(
            to: tree.path(directory), PhotoSelection(), cleaning: cleaning, names: names, isDryRun: isDryRun)
        return try await ExportWork(
            order, index: tree.path("index.sqlite"),
            rules: { [store = uploads.store] in try UploadScene.rules(store) },
            settings: { _ in UploadSettings() }, roots: roots, configured: [],
            environment: environment ?? uploads.environment)
    }

    /// Carries an export out.
    ///
    /// - Parameters:
    ///   - work: the export.
    ///   - show: called for each file, when its group is over.
    /// - Returns: what it came to.
    /// - Throws: what it throws, and what `show` does.
    func run(_ work: ExportWork, show: (ExportResult) throws -> Void = { _ in }) throws -> Outcome {
        var results: [ExportResult] = []
        let summary = try work.run(progress: HiddenProgress()) { result in
            results.append(result)
            try show(result)
        }
        return Outcome(summary: summary, results: results)
    }

    /// A world in which something happens when it was asked this often for an interruption.
    func meddled(
        afterQuestions count: Int, by body: @escaping @Sendable () throws -> Void
    ) -> PhotoPipeline.Environment {
        var environment = uploads.environment
        let asked = Mutex(0)
        environment.interruption = TestInterruption(meddling: {
            let isNow = asked.withLock { asked in
                asked += 1
                return asked == count + 1
            }
            if isNow { #expect(throws: Never.self) { try body() } }
        })
        return environment
    }

    /// The files below the directory, by path there.
    func copies(in directory: String = "out") throws -> [String: [UInt8]] {
        let files = try tree.snapshot().filter { $0.key.hasPrefix("\(directory)/") }
        return Dictionary(
            uniqueKeysWithValues: files.map { (String($0.key.dropFirst(directory.utf8.count + 1)), $0.value) })
    }
}
