import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

extension TemporaryTree {
    /// Scans the library `photos` into `index.sqlite`.
    ///
    /// - Parameters:
    ///   - rules: how photos are judged.
    ///   - environment: the world; by default at a time after every file was written.
    ///   - places: the configured destinations.
    ///   - change: changes the options.
    ///   - report: receives findings.
    /// - Returns: the summary.
    /// - Throws: what the scan throws.
    @discardableResult
    func scan(
        by rules: @escaping () throws -> JudgingRules,
        in environment: PhotoPipeline.Environment = .test(
            currentDirectory: "/", clock: SteppingClock(now: 2_000_000_000_000_000_000)),
        for places: DestinationPlaces = DestinationPlaces(configured: [], require: 1) { FilePath($0) },
        change: (inout ScanOptions) -> Void = { _ in }, report: @escaping (Finding) -> Void = { _ in }
    ) async throws -> ScanSummary {
        var options = ScanOptions()
        options.directories = [path("photos")]
        change(&options)
        let work = ScanWork(
            path: path("index.sqlite"), owner: "tests", rules: rules, options: options, isDryRun: false, wait: .zero,
            destinations: places)
        return try await work.run(in: environment, progress: HiddenProgress(), report: report)
    }
}
