import PhotoModel

/// Asks a person whether files may be removed, shown to others, or lose what was said of them. For many the answer is
/// their number, since a letter may be typed by habit.
package struct RemovalQuestion: Sendable {
    /// What the question is about.
    package enum Subject: Sendable {
        case removal
        case sharing
        /// Copies are taken back from a destination.
        case retraction
        /// What a run removed is restored.
        case restoration
        /// A change of marks, holds, fences or of what the index knows.
        case change

        /// What would be done with the files.
        fileprivate var done: String {
            switch self {
            case .removal: "removed"
            case .sharing: "shared"
            case .retraction: "taken back"
            case .restoration: "restored"
            case .change: "changed"
            }
        }
    }

    /// The most photos that a single letter can confirm.
    package static let mostForLetter = 100

    private let headline: String
    private let lines: [String]
    private let photos: Int
    private let subject: Subject
    private let isTyped: Bool

    /// - Parameters:
    ///   - headline: what is about to happen, without a full stop.
    ///   - lines: what a person should know before answering.
    ///   - photos: the number of photos to remove or share, or that a change reaches, as the headline says it.
    ///   - subject: what the question is about.
    ///   - isTyped: whether the answer is the number, however small.
    package init(
        headline: String, lines: [String], photos: Int, about subject: Subject = .removal, isTyped: Bool = false
    ) {
        self.headline = headline
        self.lines = lines
        self.photos = photos
        self.subject = subject
        self.isTyped = isTyped || photos > Self.mostForLetter
    }

    /// Checks, before any work, that the user has confirmed or that somebody can be asked.
    ///
    /// - Parameter subject: what the question is about.
    /// - Throws: `unconfirmed`.
    package static func requireAnswer(
        isConfirmed: Bool, about subject: Subject = .removal, in environment: Environment
    ) throws(PipelineError) {
        if isConfirmed || environment.confirmation.canAsk { return }
        throw PipelineError(
            .unconfirmed, "There is no terminal to ask whether files may be \(subject.done); nothing was done")
    }

    /// Asks once. Only a clear yes counts.
    ///
    /// - Parameter environment: provides the person and the clock.
    /// - Returns: how long the answer took, in nanoseconds.
    /// - Throws: `unconfirmed` where nobody can be asked, `declined`, `interrupted`.
    @discardableResult
    package func ask(in environment: Environment) async throws(PipelineError) -> Int64 {
        if subject == .change, !environment.confirmation.canAsk {
            throw PipelineError(
                .unconfirmed, ([headline] + lines + ["there is no terminal to ask"]).joined(separator: "; "))
        }
        try Self.requireAnswer(isConfirmed: false, about: subject, in: environment)
        let began = environment.clock.uptime
        let answer = await environment.confirmation.ask(text(in: environment))
        if environment.interruption.signal != nil {
            throw PipelineError(.interrupted, "Stopped; nothing was \(subject.done)")
        }
        guard let answer, isYes(answer) else { throw PipelineError(.declined, "Nothing was \(subject.done)") }
        return environment.clock.uptime - began
    }

    private func text(in environment: Environment) -> String {
        let console = environment.console
        let fitting = FittedText(columns: console.isTerminal(.error) ? console.columns : nil)
        let question =
            isTyped
            ? "Type the number of photos, \(photos), to continue:" : "Continue? [y/N]"
        return ([headline] + lines.map { "  \($0)" } + [question]).flatMap { fitting.lines($0, indent: 4) }
            .joined(separator: "\n")
    }

    private func isYes(_ answer: String) -> Bool {
        let word = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        return (isTyped ? ["\(photos)", photos.grouped] : ["y", "yes"]).contains(word)
    }
}
