import PhotoModel
import PhotoPipeline
import SystemPackage

/// Shows suggested fences and adds those that the user names.
struct SuggestionDialog {
    /// The least number of photos of a place that is proposed without being asked for.
    static let fewest = 10
    /// So many places are proposed at once.
    static let most = 5
    let session: Session
    /// Shows each photo whose verdict a fence would change; nil if only numbers are shown.
    let listing: ((ChangedPhoto) throws -> Void)?

    /// Proposes the places of the library, the most probable work places first, and private ones as never work.
    func propose() async throws {
        let library = try session.unjudgedLibrary()
        let suggestions = try library.suggestions(
            matching: PhotoSelection(), fewest: Self.fewest, fences: try session.fenceStore().load().fences)
        if suggestions.isEmpty { return }
        session.reporter.note("Places with many photos:")
        for suggestion in suggestions.prefix(Self.most) {
            try show(suggestion, ends: try library.ends(of: suggestion, matching: PhotoSelection()))
            if try await adds(suggestion) == false { return }
        }
        if suggestions.count > Self.most {
            let rest = session.options.keepingPlaces(in: "workphotos fence suggest --add")
            session.reporter.note("\((suggestions.count - Self.most).grouped) more: \(terminalSafe(rest))")
        }
    }

    /// Shows a suggestion.
    ///
    /// - Parameter ends: its first and its last photo.
    /// - Throws: `ConsoleError` if standard output cannot be written.
    func show(_ suggestion: FenceSuggestion, ends: (first: FilePath, last: FilePath)?) throws {
        let report = SuggestionReport(suggestion: suggestion, ends: ends)
        if session.reporter.isJSON { return try session.reporter.print(report.json) }
        if session.reporter.isQuiet { return }
        for line in report.lines(isNarrow: session.reporter.fitting.isNarrow) { try session.reporter.print(line) }
    }

    /// Asks for a name, shows what the fence would change, and adds it.
    ///
    /// - Returns: false if the user wants to stop.
    func adds(_ suggestion: FenceSuggestion) async throws -> Bool {
        if let existing = suggestion.existing { return try await enlarges(existing, suggestion) }
        guard let kind = await kind(of: suggestion) else { return false }
        guard let kind else { return true }
        try preview(suggestion, kind: kind)
        guard let name = await name(insteadOf: suggestion.name) else { return false }
        if name == "-" { return true }
        let fence = Fence(name: name, kind: kind, shape: suggestion.shape)
        do {
            _ = try session.fenceEdit("fence suggest").make(isDryRun: false) { try $0.adding(fence) }
        } catch let error as FenceFileError {
            session.reporter.warn("Not added: \(error.message)")
            return true
        }
        try session.reporter.print("Added: \(terminalSafe(name))")
        return true
    }

    /// The name of the fence, or `-`; nil if the user wants to stop. Yes and no answer another question.
    private func name(insteadOf suggested: String) async -> String? {
        let words = "Enter for \"\(terminalSafe(suggested))\", - to skip it"
        while let typed = await session.environment.confirmation.ask("Name, \(words):") {
            let name = trimmed(typed)
            if name.isEmpty { return suggested }
            if !["y", "yes", "n", "no"].contains(name.lowercased()) { return name }
            session.reporter.note("  Type a name, \(words).")
        }
        return nil
    }

    /// The kind of the fence. The inner optional is nil if the user skips the place, the outer one if the user wants to
    /// stop.
    private func kind(of suggestion: FenceSuggestion) async -> Fence.Kind?? {
        if let kind = suggestion.kind { return kind }
        let question = "Is this work or never work? w, n, or - to skip it:"
        guard let answer = await answer(to: question, ["w", "work", "n", "never", "-"]) else { return nil }
        return switch answer {
        case "w", "work": .some(.work)
        case "n", "never": .some(.never)
        default: .some(nil)
        }
    }

    /// Asks until the answer is one of some words. Another one, or none, may be meant for any of them.
    ///
    /// - Returns: the answer in small letters; nil if the user wants to stop.
    private func answer(to question: String, _ words: [String]) async -> String? {
        while let typed = await session.environment.confirmation.ask(question) {
            let word = trimmed(typed).lowercased()
            if words.contains(word) { return word }
            let what = word.isEmpty ? "Nothing" : "\"\(terminalSafe(trimmed(typed)))\""
            session.reporter.note("  \(what) is none of these answers.")
        }
        return nil
    }

    private func enlarges(_ fence: Fence, _ suggestion: FenceSuggestion) async throws -> Bool {
        try preview(suggestion, kind: fence.kind)
        let question = "Give \"\(terminalSafe(fence.name))\" this circle? y, or - to skip it:"
        guard let answer = await answer(to: question, ["y", "yes", "-"]) else { return false }
        guard answer.hasPrefix("y") else { return true }
        _ = try session.fenceEdit("fence suggest").make(isDryRun: false) { try edited($0, suggestion) }
        try session.reporter.print("Changed: \(terminalSafe(fence.name))")
        return true
    }

    /// Shows how the fence would change verdicts.
    func preview(_ suggestion: FenceSuggestion, kind: Fence.Kind) throws {
        let fence = Fence(name: suggestion.name, kind: kind, shape: suggestion.shape)
        let changes = try session.fenceEdit("fence suggest").make(
            isDryRun: true, listing: listing
        ) {
            suggestion.existing == nil ? try $0.adding(fence) : try edited($0, suggestion)
        }
        try VerdictChangeReport(changes: changes, isDryRun: true).printChanges(to: session.reporter)
        let becoming = changes.filter { $0.to == .work }.reduce(0) { $0 + $1.photos }
        if kind == .work, suggestion.existing == nil, !session.reporter.isJSON, (1..<suggestion.photos) ~= becoming {
            let rest = suggestion.photos - becoming
            session.reporter.note(
                "The place has \(rest.counting("more photo")) that would not become work: outside the circle, too near "
                    + "its edge, or decided by something else.")
        }
    }

    private func edited(_ file: FenceFile, _ suggestion: FenceSuggestion) throws(FenceFileError) -> [UInt8] {
        var change = FenceChange()
        change.shape = suggestion.shape
        return try file.editing(suggestion.name, change) ?? file.bytes
    }
}
