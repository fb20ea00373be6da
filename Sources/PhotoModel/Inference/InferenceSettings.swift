/// How positions are inferred: the configuration's `[triage] infer` and the settings that refine it.
package struct InferenceSettings: Hashable, Sendable {
    /// The maximum time between a photo without a position and the photos before and after it.
    package var window = Duration.seconds(1_800)
    /// The maximum time between two points of a track for a position between them.
    package var gap = Duration.seconds(600)
    /// The maximum distance in metres between two such points.
    package var distance = 200.0

    package init() {}

    /// A text that is equal for equal settings. Verdicts record it to detect changed settings.
    var canonicalText: String {
        "\ninfer-window=\(window.text)\ngpx-gap=\(gap.text)\ngpx-distance=\(distance)\ninference=\(Self.version)"
    }

    /// Must be increased with every change to the inference rules that can change a position.
    private static let version = 5
}
