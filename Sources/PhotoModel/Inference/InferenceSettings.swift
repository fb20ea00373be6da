/// How positions are inferred: the configuration's `[triage] infer` and what goes with it.
package struct InferenceSettings: Hashable, Sendable {
    /// How far photos may be from one that has no position, before and after it.
    package var window = Duration.seconds(1_800)
    /// How far apart in time two points of a track may be, for a position between them.
    package var gap = Duration.seconds(600)
    /// How far apart in metres.
    package var distance = 200.0

    package init() {}

    /// The same text for the same settings, for comparing what verdicts were judged by.
    var canonicalText: String {
        "\ninfer-window=\(window.text)\ngpx-gap=\(gap.text)\ngpx-distance=\(distance)\ninference=\(Self.version)"
    }

    /// Raised with every change of the rules of inference that can change a position.
    private static let version = 1
}
