/// The table at the end: the number of struck points by scenario and call.
package struct TortureReport: CustomStringConvertible {
    private let strikes: [Strike]

    package init(_ strikes: [Strike]) {
        self.strikes = strikes
    }

    /// The number of strikes that took effect.
    package var fired: Int { strikes.count(where: \.hasFired) }
    /// The strikes with violations.
    package var violated: [Strike] { strikes.filter { !$0.violations.isEmpty } }

    package var description: String {
        var lines = [Self.line("scenario", "blow", "call", "fired", "not", "gave up", "violations")]
        for scenario in unique(strikes.map(\.scenario)) {
            let ours = strikes.filter { $0.scenario == scenario }
            let groups = Dictionary(grouping: ours) { strike in
                [strike.point.map { name(of: $0.blow) } ?? "undisturbed", strike.point?.site.call ?? ""]
            }
            for (key, group) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                lines.append(line(scenario, key[0], key[1], group))
            }
        }
        lines.append(line("all", "", "", strikes))
        return lines.joined(separator: "\n")
    }

    private func line(_ scenario: String, _ blow: String, _ call: String, _ strikes: [Strike]) -> String {
        let fired = strikes.count(where: \.hasFired)
        let givenUp = strikes.count(where: \.hasGivenUp)
        let violated = strikes.count { !$0.violations.isEmpty }
        return Self.line(
            scenario, blow, call, "\(fired)", "\(strikes.count - fired - givenUp)", "\(givenUp)", "\(violated)")
    }

    private static func line(_ texts: String...) -> String {
        zip(texts, [22, 14, 16, 6, 6, 7, 11]).enumerated().map { number, column in
            let (text, width) = column
            let padding = String(repeating: " ", count: max(0, width - text.count))
            return number < 3 ? text + padding : padding + text
        }.joined(separator: " ")
    }

    /// An attack has its own name.
    private func name(of blow: Blow) -> String {
        if case .attack(let name) = blow { name } else { blow.kind }
    }

    private func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
    }
}
