import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The options that say how verdict changes are shown.
struct ChangeOptions: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @Flag(help: "List the photos whose verdict changes.")
    var list = false

    /// Prints each changed photo; nil if no list was asked for.
    func listing(to reporter: Reporter) -> ((ChangedPhoto) throws -> Void)? {
        guard list, reporter.isJSON || !reporter.isQuiet else { return nil }
        return { photo in try reporter.print(photo) }
    }
}

extension Session {
    /// Changes the fences, after asking if that turns many personal photos to work, or takes from some the fence that
    /// is never work.
    ///
    /// - Parameters:
    ///   - edit: changes fences.
    ///   - showing: how changes are shown.
    ///   - confirmation: whether the user confirmed in advance.
    ///   - losesFence: whether any change of a verdict is a reason to ask.
    ///   - headline: the question's first line.
    ///   - change: receives the file as it is and returns its new bytes.
    /// - Returns: how verdicts change.
    /// - Throws: what `change` throws; `Failure`, `PipelineError` or `ConsoleError`.
    func changeFences(
        by edit: FenceEdit, _ showing: ChangeOptions, _ confirmation: ConfirmationOption, losesFence: Bool = false,
        headline: String, _ change: (FenceFile) throws -> [UInt8]
    ) async throws -> [VerdictChange] {
        if !showing.dryRun, !confirmation.yes {
            let question = ChangeQuestion(headline, try edit.effect(of: change), losesFence: losesFence)
            try await question?.ask(confirmation, in: self)
        }
        return try edit.make(isDryRun: showing.dryRun, listing: showing.listing(to: reporter), change)
    }
}

extension VerdictChange {
    /// The change in words, such as `12 personal -> work`.
    var words: String { "\(photos.grouped) \(from?.rawValue ?? "new") -> \(to.rawValue)" }
}

extension [VerdictChange] {
    /// The number of personal photos that become work.
    var toWork: Int { filter { $0.from == .personal && $0.to == .work }.reduce(0) { $0 + $1.photos } }
}

extension Reporter {
    /// Prints a photo whose verdict changes.
    func print(_ photo: ChangedPhoto) throws(ConsoleError) {
        guard isJSON else {
            let verdicts = padded("\(photo.from?.rawValue ?? "new") -> \(photo.to.rawValue)", to: 20)
            return try print("\(verdicts)  \(terminalSafe(photo.path.bytes))")
        }
        var line = JSONLine(type: "changedPhoto")
        line.set(path: photo.path)
        line.set("from", photo.from?.rawValue)
        line.set("to", photo.to.rawValue)
        try print(line)
    }
}
