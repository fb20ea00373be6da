import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

/// Reports the result of checking copies, as text and as JSON. The text lists only copies that are not as expected.
struct VerifyReport {
    let reporter: Reporter
    /// Whether nothing was recorded.
    let isDryRun: Bool

    func show(_ check: ReceiptCheck) throws {
        if reporter.isJSON { return try reporter.print(JSONLine(receipt: check)) }
        guard let state = check.state, state != .ok, !check.isOfDestination else { return }
        let detail = check.detail.map { " (\(terminalSafe($0)))" } ?? ""
        let target = "\(terminalSafe(check.destination)): \(terminalSafe(check.receipt.target.path.bytes))"
        try reporter.print("\(padded(state.rawValue, to: 12))\(target)\(detail)", indent: 12)
    }

    func print(_ summary: VerifySummary) throws {
        if reporter.isJSON {
            try reporter.print(json(summary))
        } else if !reporter.isQuiet {
            try sentences(summary).forEach { try reporter.print($0) }
        }
        for (_, error) in summary.unreached { reporter.warn(error.message) }
        for failure in summary.listFailures { reporter.warn(ActionNote.receiptsUnlisted(failure).words) }
        if summary.unreadable > 0 { reporter.warn("\(summary.unreadable.counting("invalid line")) in the list") }
        if summary.signal != nil {
            reporter.warn(
                "stopped; \(summary.left.counting("copy", many: "copies")) left. To continue, run the same command again"
            )
        }
    }

    private func json(_ summary: VerifySummary) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "verify")
        line.set("ok", summary.count(.ok))
        line.set("missing", summary.count(.missing))
        line.set("accepted", summary.count(.accepted))
        line.set("changed", summary.count(.changed))
        line.set("unreachable", summary.count(.unreachable))
        line.set("bytes", summary.bytes)
        line.set("left", summary.left)
        line.set("unreadable", summary.unreadable)
        line.set("dryRun", isDryRun)
        line.set("seconds", summary.seconds)
        return line
    }

    private func sentences(_ summary: VerifySummary) -> [String] {
        let all = summary.byState.values.reduce(0, +)
        if all + summary.left == 0 { return ["There are no receipts to check."] }
        let copies = all.counting("copy", many: "copies")
        let read = "(\(summary.bytes.byteSize) in \(Duration.seconds(summary.seconds).brief))"
        var parts = ["\(summary.count(.ok).grouped) of \(copies) intact \(read)"]
        for (state, words) in [
            (ReceiptCheck.State.missing, "missing"), (.accepted, "accepted as missing"), (.changed, "changed"),
            (.unreachable, "not reached"),
        ]
        where summary.count(state) > 0 {
            parts.append("\(summary.count(state).grouped) \(words)")
        }
        var sentences = [parts.joined(separator: ", ")]
        if summary.count(.missing) + summary.count(.changed) > 0 {
            sentences.append(
                isDryRun
                    ? "Nothing was written."
                    : "Missing and changed copies count as not uploaded: the next upload sends what the library still has."
            )
        }
        if summary.count(.accepted) > 0, !isDryRun {
            sentences.append(
                "What was accepted as missing is not sent there again before workphotos mark work FILE.")
        }
        return sentences
    }
}

extension ExitStatus {
    /// The exit status of a check.
    init(_ summary: VerifySummary) {
        let settled = summary.count(.ok) + summary.count(.accepted)
        let asked = settled + summary.count(.missing) + summary.count(.changed)
        let isWhole = settled == summary.byState.values.reduce(0, +) && summary.unreadable == 0
        self.init(
            worstOf: [summary.signal.map { ExitStatus($0) }, .failed(if: !isWhole, besides: asked)]
                + summary.unreached.map { ExitStatus(ending: $0.error.kind) })
    }
}

extension Int {
    /// The number with its word in the singular or plural.
    fileprivate func counting(_ one: String, many: String) -> String {
        "\(grouped) \(self == 1 ? one : many)"
    }
}
