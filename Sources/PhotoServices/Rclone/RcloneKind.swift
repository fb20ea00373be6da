import GoogleDrive
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

/// What the installed rclone reaches: a remote of its configuration (`nas:photos`), or one with all its settings
/// (`:sftp,host=nas,user=me:photos`). One rclone serves all of them.
package final class RcloneKind: DestinationKind {
    package var name: String { "rclone" }
    package var form: String { "rclone:REMOTE:PATH" }
    package var neededKeys: [String] { ["remote"] }
    package var otherKeys: [String] { ["path"] }
    package var settings: [KindSetting] {
        [
            KindSetting("program", .text(RcloneSettings.usualProgram)), KindSetting("config", .path),
            KindSetting("flags", .texts),
        ]
    }

    private let clock: any Clock
    private let random: @Sendable () -> UInt64
    /// The rclone that was made last, and its settings.
    private let running = Mutex<(settings: DestinationSettings, rclone: Rclone)?>(nil)

    /// - Parameter random: returns 64 random bits.
    package init(clock: any Clock, random: @escaping @Sendable () -> UInt64) {
        self.clock = clock
        self.random = random
    }

    package func place(of table: [String: String]) -> String {
        let remote = table["remote", default: ""]
        return "\(remote)\(remote.hasSuffix(":") ? "" : ":")\(table["path", default: ""])"
    }

    package func shown(_ value: String, of key: String) -> String {
        guard key == "remote" else { return value }
        let colon = value.hasSuffix(":") ? "" : ":"
        guard let spec = try? RcloneSpec(value + colon) else { return RcloneSecrets.blank }
        return String(spec.shown.dropLast(colon.count))
    }

    package func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec? {
        let spec: RcloneSpec
        do {
            spec = try RcloneSpec(place)
        } catch {
            // A text that rclone would not accept may have secrets anywhere, and is not repeated.
            throw TextError("This is not a place for rclone (\(form)): \(error.message)")
        }
        // A directory of this machine is a place of the kind `folder`.
        if spec.remote == .local { return nil }
        return DestinationSpec(kind: name, place: place, shown: spec.shown)
    }

    package func spec(behindMount type: String?, source: String, below: [String]) -> String? {
        guard type == "fuse.rclone", source.contains(":") else { return form }
        let tail = below.joined(separator: "/")
        let separator = tail.isEmpty || source.hasSuffix(":") || source.hasSuffix("/") ? "" : "/"
        return "\(name):\(source)\(separator)\(tail)"
    }

    package func check(_ settings: DestinationSettings) throws(SettingError) {
        do {
            _ = try RcloneSettings(settings)
        } catch {
            throw SettingError(table: name, key: "flags", message: error.message)
        }
    }

    package func library() -> Result<String, UploadError>? { LibCurl.found }

    package func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService {
        let (place, own): (RcloneSpec, RcloneSettings)
        do {
            (place, own) = (try RcloneSpec(spec.place), try RcloneSettings(settings))
        } catch {
            throw UploadError(.unavailable, error.message)
        }
        return RcloneService(
            place, rclone: try rclone(own, settings), variables: settings.variables, clock: clock, random: random)
    }

    /// The rclone for some settings. Its first call starts it.
    private func rclone(_ own: RcloneSettings, _ settings: DestinationSettings) throws(UploadError) -> Rclone {
        try running.withLock { running throws(UploadError) in
            if let running, running.settings == settings { return running.rclone }
            let rclone = try Rclone(own, random: random)
            running = (settings, rclone)
            return rclone
        }
    }
}

extension RcloneSettings {
    /// How rclone is run with the given settings of destinations.
    fileprivate init(_ settings: DestinationSettings) throws(TextError) {
        var (program, configuration, flags) = (RcloneSettings.usualProgram, FilePath?.none, [String]())
        for (key, value) in settings.tables["rclone", default: [:]] {
            switch (key, value) {
            case ("program", .text(let text)): program = text
            case ("config", .path(let path)): configuration = path
            case ("flags", .texts(let texts)): flags = texts
            default: break
            }
        }
        try self.init(
            program: program, configuration: configuration, flags: flags, rateLimit: settings.limit?.text,
            variables: settings.variables)
    }
}
