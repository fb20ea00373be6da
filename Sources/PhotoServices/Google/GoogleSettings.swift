package import PhotoPipeline

/// How Google is reached, for Drive and for signing in: `[google]` of the configuration.
package struct GoogleSettings: Hashable, Sendable {
    static let table = "google"
    static var keys: [KindSetting] {
        let usual = GoogleSettings()
        return [
            KindSetting(endpointKey, .text(usual.endpoint)),
            KindSetting(timeoutKey, .duration(usual.timeout, in: .seconds(1) ... .seconds(3_600))),
        ]
    }
    static let endpointKey = "api-endpoint"
    private static let timeoutKey = "timeout"

    /// The address above Drive's own, as in Google's clients. Validated where it is used.
    package var endpoint = "https://www.googleapis.com"
    /// How long a request may make no progress before it is given up.
    package var timeout = Duration.seconds(60)

    /// The default settings.
    package init() {}

    /// The settings of the kind `drive`.
    package init(_ settings: DestinationSettings) {
        let table = settings.tables[DriveKind.name, default: [:]]
        if case .text(let text)? = table[Self.endpointKey] { endpoint = text }
        if case .duration(let duration)? = table[Self.timeoutKey] { timeout = duration }
    }
}
