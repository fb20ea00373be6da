import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `--yes` of commands that change what was said, and ask before something is lost by that.
struct ConfirmationOption: ParsableArguments {
    @Flag(name: [.short, .long], help: "Do not ask for confirmation.")
    var yes = false

    /// Asks whether to go on, unless the user confirmed in advance.
    ///
    /// - Parameters:
    ///   - headline: what is about to happen, without a full stop.
    ///   - lines: what is lost, and how to bring it back.
    ///   - photos: how many photos it reaches; for many, their number is the answer.
    /// - Throws: `unconfirmed` where nobody can be asked, `declined`, `interrupted`.
    func ask(_ headline: String, _ lines: [String], photos: Int, in session: Session) async throws(PipelineError) {
        if yes { return }
        try await RemovalQuestion(headline: headline, lines: lines, photos: photos, about: .change)
            .ask(in: session.environment)
    }
}

extension OverruledDecisions {
    /// A line for each kind of thing that is reversed.
    var lines: [String] {
        [
            personalMarks == 0 ? nil : "\(personalMarks.counting("photo")) marked personal",
            holds == 0 ? nil : "\(holds.counting("photo")) held",
            neverFences == 0 ? nil : "\(neverFences.counting("photo")) in fences that are never work",
        ].compactMap(\.self)
    }
}
