import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct WhyCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain the judgement of photos, step by step.",
        discussion: """
            Begins with the verdict in one sentence and, if it is unsure, with what would settle it. Then shows what \
            the photo says about its place and time, the distance to each fence, your marks and holds, and what keeps \
            the photo from being purged; with -v, also the result of each rule. A file that was never scanned, or \
            changed since, is read and explained as a scan would judge it. For a file that a purge removed, names the \
            run that removed it. A directory stands for all photos in it that the index knows: on a terminal they are \
            counted by verdict and reason, and explained one by one with -v. Nothing is written.

            Examples:
              workphotos why ~/Pictures/2026/IMG_1234.jpg
              workphotos why -v ~/Pictures/2026/IMG_1234.jpg
              workphotos why --unsure ~/Pictures/2026
              workphotos list --held -0 | workphotos why --files-from0 -
            """)

    @OptionGroup
    var photos: PhotoArguments

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Explaining" }

    func run(in session: Session) async throws -> ExitStatus {
        let (paths, directories) = try photos.paths(session)
        if paths.isEmpty, !directories.isEmpty { photos.noteNoneMatches(session) }
        var work = try WhyWork(
            index: session.places.index(), owner: session.environment.owner, rules: session.rules(),
            purge: session.purgeSettings(), clock: session.environment.clock)
        let shown = try session.shownPath(in: session.unjudgedLibrary)
        let tellsTotals = session.reporter.tellsTotals && paths.count > max(1, photos.files.count)
        var totals = WhyTotals()
        var explained = 0
        try work.explain(paths) { result in
            switch result {
            case .failure(let refusal): session.reporter.report(refusal.finding)
            case .success(let why):
                if session.reporter.isJSON {
                    try session.reporter.print(json(why))
                } else if tellsTotals {
                    totals.add(why.photo.judgement)
                } else {
                    let text = WhyText(why, hasSteps: global.verbose, path: shown, minute: session.minute).text
                    try session.reporter.print((explained > 0 ? "\n" : "") + text, indent: WhyText.indent)
                }
                explained += 1
            }
            return session.environment.interruption.signal == nil
        }
        for line in totals.lines { try session.reporter.print(exactly: line) }
        if tellsTotals { session.reporter.note("To explain each photo: -v") }
        if session.reporter.isJSON { try session.reporter.print(summary(explained, session.reporter.problems)) }
        if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
        return explained == paths.count ? .success : explained == 0 ? .failed : .partial
    }

    private func json(_ why: Why) -> JSONLine {
        let sentence = WhySentence(why)
        var line = JSONLine(why: why)
        line.set("sentence", sentence.text)
        line.set("settle", sentence.remedies)
        return line
    }

    private func summary(_ photos: Int, _ problems: Int) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "why")
        line.set("photos", photos)
        line.set("problems", problems)
        return line
    }
}

/// How many photos have each verdict for each reason: what `why` shows a terminal in place of many explanations.
struct WhyTotals {
    private var counts: [Verdict: [Reason: Int]] = [:]

    mutating func add(_ judgement: Judgement?) {
        guard let judgement else { return }
        counts[judgement.verdict, default: [:]][judgement.reason, default: 0] += 1
    }

    /// A line for each verdict and reason, the most frequent reason of each verdict first.
    var lines: [String] {
        Verdict.allCases.flatMap { verdict in
            (counts[verdict] ?? [:]).sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map {
                "\(padded(verdict.rawValue, to: 8))  \(padded($0.key.rawValue, to: 18))  \($0.value.counting("photo"))"
            }
        }
    }
}
