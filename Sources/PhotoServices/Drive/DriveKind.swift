import GoogleDrive
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

/// Folders of Google Drive, by their path from the root of My Drive or of a shared drive. All use the one stored
/// sign-in to Google.
package final class DriveKind: DestinationKind {
    static let name = "drive"

    package var name: String { Self.name }
    package var form: String { "drive:FOLDER" }
    package var neededKeys: [String] { ["folder"] }
    package var otherKeys: [String] { ["drive"] }
    package var settingsTable: String { GoogleSettings.table }
    package var settings: [KindSetting] { GoogleSettings.keys }

    private let credentials: any CredentialStore
    private let clock: any Clock
    private let random: @Sendable () -> UInt64
    private let note: @Sendable (String) -> Void

    /// The account created last, with its settings.
    private struct Running {
        let settings: DestinationSettings
        let account: DriveAccount
    }
    private let running = Mutex<Running?>(nil)

    /// - Parameters:
    ///   - random: returns 64 random bits.
    ///   - note: called with what the user must know, such as that the clock is wrong.
    package init(
        credentials: any CredentialStore, clock: any Clock, random: @escaping @Sendable () -> UInt64,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.credentials = credentials
        self.clock = clock
        self.random = random
        self.note = note
    }

    package func place(of table: [String: String]) -> String {
        let folder = table["folder", default: ""]
        return table["drive"].map { "//\($0)/\(folder)" } ?? folder
    }

    package func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec? {
        guard let spec = DriveSpec(place) else {
            throw TextError(
                "'\(name):\(terminalSafe(place))' is not a folder of Google Drive: write drive:FOLDER/FOLDER, or "
                    + "drive://DRIVE-ID/FOLDER for a shared drive")
        }
        return DestinationSpec(kind: name, place: spec.place)
    }

    package func library() -> Result<String, UploadError>? { LibCurl.found }

    package func service(
        for spec: DestinationSpec, settings: DestinationSettings
    ) throws(UploadError) -> any UploadService {
        guard let place = DriveSpec(spec.place) else { throw .notSentTo(spec) }
        do throws(DriveError) {
            return DriveService(place, account: try account(settings), clock: clock, random: random)
        } catch {
            throw UploadError(error)
        }
    }

    /// The account for the settings. No request is made before the first call.
    private func account(_ settings: DestinationSettings) throws(DriveError) -> DriveAccount {
        try running.withLock { running throws(DriveError) in
            if let running, running.settings == settings { return running.account }
            let google = try GoogleConnection(
                GoogleSettings(settings), variables: settings.variables, credentials: credentials, clock: clock,
                note: note)
            let account = DriveAccount(
                google: google, client: google.client(google.tokens(saves: settings.keepsTokens)),
                pace: SendingPace(settings.limit, clock: clock), note: note)
            running = Running(settings: settings, account: account)
            return account
        }
    }
}

/// What all folders share during a run: the sign-in, the connections and the bandwidth limit.
struct DriveAccount: Sendable {
    let google: GoogleConnection
    let client: DriveClient
    let pace: SendingPace
    /// Called with what the user must know.
    let note: @Sendable (String) -> Void
    /// One connection stays free for short requests.
    let slots = RequestSlots(7)
}

/// The notation of a folder in Google Drive: `FOLDER/FOLDER` in My Drive, or `//DRIVE-ID/FOLDER` in a shared drive.
struct DriveSpec: Hashable, Sendable {
    /// The shared drive's id; nil for My Drive.
    let drive: String?
    /// The names of the folders from the root; empty for the root of a shared drive.
    let names: [String]

    /// Returns nil for an invalid text: one without a folder in My Drive, or with a name that is `.` or `..`.
    ///
    /// - Parameter place: the text after `drive:`.
    init?(_ place: String) {
        var names = place.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        if place.hasPrefix("//") {
            guard !place.hasPrefix("///"), let id = names.first, id.isPlainName(ofAtMost: 128) else { return nil }
            drive = id
            names.removeFirst()
        } else {
            drive = nil
            if names.isEmpty { return nil }
        }
        if names.contains(where: { $0 == "." || $0 == ".." }) { return nil }
        self.names = names
    }

    /// The canonical notation.
    var place: String { (drive.map { "//\($0)/" } ?? "") + names.joined(separator: "/") }

    /// The id of the folder that the names start from.
    var root: String { drive ?? "root" }
}
