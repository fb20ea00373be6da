package import PhotoModel
package import SystemPackage

/// A kind of destination: how a place of it is written, and what sends there.
package protocol DestinationKind: Sendable {
    /// Its name, which stands before the first colon of a spec, and in `kind` of the configuration.
    var name: String { get }
    /// How users write a place of it, name included: `folder:PATH`.
    var form: String { get }
    /// The keys that a table of the configuration's `[destinations]` has to have, besides `kind`.
    var neededKeys: [String] { get }
    /// The keys that it may have besides.
    var otherKeys: [String] { get }

    /// The keys of the configuration's table that has this kind's name, which say how all its places are reached.
    var settings: [KindSetting] { get }

    /// The place that a table of the configuration means.
    ///
    /// - Parameter table: the texts of its keys; of ``neededKeys`` each, and none is empty.
    /// - Returns: the place, as users write it behind the first colon.
    func place(of table: [String: String]) -> String

    /// Reads a place.
    ///
    /// - Parameters:
    ///   - place: what stands behind the first colon; not empty.
    ///   - path: makes the path of a directory of this machine absolute.
    /// - Returns: the spec; nil for what is no place of this kind.
    /// - Throws: `TextError` where there is more to say than how a place is written. It repeats no secret.
    func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec?

    /// What sends to the server behind a mount by the server's own way, as far as the mount tells.
    ///
    /// - Parameters:
    ///   - type: the type of its file system.
    ///   - source: what is mounted.
    ///   - below: the names from there down to the place that is meant.
    /// - Returns: a spec, or how one is written; nil for a kind that reaches no server.
    func spec(behindMount type: String?, source: String, below: [String]) -> String?

    /// Refuses settings with which this kind can do nothing, before any work.
    func check(_ settings: DestinationSettings) throws(SettingError)

    /// What sends to a place. Nothing is opened or asked before it is called.
    ///
    /// - Parameters:
    ///   - spec: the place; of this kind.
    ///   - settings: how destinations are reached.
    /// - Returns: the service.
    /// - Throws: `unavailable` where this version does not send there.
    func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService
}

extension DestinationKind {
    package var settings: [KindSetting] { [] }

    package func spec(behindMount type: String?, source: String, below: [String]) -> String? { nil }

    package func check(_ settings: DestinationSettings) throws(SettingError) {}
}
