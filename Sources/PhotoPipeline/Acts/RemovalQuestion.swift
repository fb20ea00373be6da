import PhotoModel

/// Asks a person whether files are to be removed, or shown to others. Many take more than a key that is hit by habit:
/// their number.
package struct RemovalQuestion: Sendable {
    /// What a person is asked about.
    package enum Matter: Sendable {
        case removal
        case sharing

        /// What would be done with files.
        fileprivate var done: String { self == .removal ? "removed" : "shared" }
    }

    /// So many groups are confirmed by a letter at most.
    package static let mostForLetter = 100

    private let headline: String
    private let lines: [String]
    private let groups: Int
    private let matter: Matter

    /// - Parameters:
    ///   - headline: what is about to happen, without a full stop.
    ///   - lines: what a person should know of it.
    ///   - groups: how many groups go, or are shared.
    ///   - matter: what it is about.
    package init(headline: String, lines: [String], groups: Int, about matter: Matter = .removal) {
        self.headline = headline
        self.lines = lines
        self.groups = groups
        self.matter = matter
    }

    /// Makes sure, before any work, that somebody has said yes or can be asked.
    ///
    /// - Parameters:
    ///   - isConfirmed: whether the user said yes beforehand.
    ///   - matter: what it is about.
    ///   - environment: the world.
    /// - Throws: `PipelineError`, `unconfirmed`.
    package static func makeSureOfAnswer(
        isConfirmed: Bool, about matter: Matter = .removal, in environment: Environment
    ) throws(PipelineError) {
        if isConfirmed || environment.confirmation.canAsk { return }
        throw PipelineError(
            .unconfirmed, "There is no terminal to ask whether files may be \(matter.done); nothing was done")
    }

    /// Asks once; only a clear yes is one.
    ///
    /// - Parameter environment: who answers, and the clock.
    /// - Returns: how long the answer took, in nanoseconds.
    /// - Throws: `PipelineError`: `unconfirmed` where nobody can be asked, `declined`, `interrupted`.
    @discardableResult
    package func ask(in environment: Environment) async throws(PipelineError) -> Int64 {
        try Self.makeSureOfAnswer(isConfirmed: false, about: matter, in: environment)
        let began = environment.clock.uptime
        let answer = await environment.confirmation.ask(text)
        if environment.interruption.signal != nil {
            throw PipelineError(.interrupted, "Stopped; nothing was \(matter.done)")
        }
        guard let answer, isYes(answer) else { throw PipelineError(.declined, "Nothing was \(matter.done)") }
        return environment.clock.uptime - began
    }

    private var text: String {
        let question =
            groups > Self.mostForLetter ? "Type the number of groups, \(groups), to continue:" : "Continue? [y/N]"
        return ([headline] + lines.map { "  \($0)" } + [question]).joined(separator: "\n")
    }

    private func isYes(_ answer: String) -> Bool {
        let word = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        return groups > Self.mostForLetter ? word == "\(groups)" : ["y", "yes"].contains(word)
    }
}
