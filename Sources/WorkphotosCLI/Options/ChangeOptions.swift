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
    ///   - losesFence: whether any change of a verdict is a reason to ask.
    ///   - headline: the question's first line.
    ///   - change: receives the file as it is and returns its new bytes.
    func changeFences(
        by edit: FenceEdit, _ showing: ChangeOptions, _ confirmation: ConfirmationOption, losesFence: Bool = false,
        headline: String, _ change: (FenceFile) throws -> [UInt8]
    ) async throws -> [VerdictChange] {
        try await asking(showing, confirmation) {
            try edit.effect(of: change)
        } question: {
            ChangeQuestion(headline, $0, losesFence: losesFence)
        } make: {
            try edit.make(isDryRun: showing.dryRun, asShown: $0, listing: showing.listing(to: reporter), change)
        }
    }

    /// Makes a change of the fences after asking about what it does. Where that is something else once the answer is
    /// there, asks about that.
    ///
    /// - Parameters:
    ///   - effect: finds out what it would do.
    ///   - question: what is asked; nil for nothing.
    ///   - make: makes it, if what was shown is nil or still true.
    func asking(
        _ showing: ChangeOptions, _ confirmation: ConfirmationOption, effect: () throws -> FenceEffect,
        question: (FenceEffect) -> ChangeQuestion?, make: (FenceEffect?) throws -> [VerdictChange]
    ) async throws -> [VerdictChange] {
        if showing.dryRun || confirmation.yes { return try make(nil) }
        var answered: FenceEffect?
        while true {
            let now = try effect()
            if now != answered, let question = question(now) {
                if answered != nil { reporter.note("The fences or the photos have changed meanwhile") }
                try await question.ask(confirmation, in: self)
                answered = now
                continue
            }
            do {
                return try make(now)
            } catch is FenceEffect.Outdated {}
        }
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
