import GoogleDrive
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

/// Folders of Google Drive, by their names from the top of My Drive or of a shared drive. All of them are reached by
/// the one sign-in to Google that is kept.
package final class DriveKind: DestinationKind {
    package var name: String { "drive" }
    package var form: String { "drive:FOLDER" }
    package var neededKeys: [String] { ["folder"] }
    package var otherKeys: [String] { ["drive"] }

    private let credentials: any CredentialStore
    private let clock: any Clock
    private let random: @Sendable () -> UInt64
    private let note: @Sendable (String) -> Void

    /// What was made last of some settings.
    private struct Running {
        let settings: DestinationSettings
        let account: DriveAccount
    }
    private let running = Mutex<Running?>(nil)

    /// - Parameters:
    ///   - credentials: where the sign-in is kept.
    ///   - clock: the time.
    ///   - random: gives 64 random bits.
    ///   - note: told what the user has to know, such as that the clock is wrong.
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
                "'\(name):\(place)' is not a folder of Google Drive: write drive:FOLDER/FOLDER, or "
                    + "drive://DRIVE-ID/FOLDER for a shared drive")
        }
        return DestinationSpec(kind: name, place: spec.place)
    }

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

    /// The account of some settings. Nobody is asked for it before its first call.
    private func account(_ settings: DestinationSettings) throws(DriveError) -> DriveAccount {
        try running.withLock { running throws(DriveError) in
            if let running, running.settings == settings { return running.account }
            let google = try GoogleConnection(
                settings.google, variables: settings.variables, credentials: credentials, clock: clock, note: note)
            let account = DriveAccount(
                google: google, client: google.client(google.tokens(saves: settings.keepsTokens)),
                pace: SendingPace(settings.limit, clock: clock), note: note)
            running = Running(settings: settings, account: account)
            return account
        }
    }
}

/// What all folders of a run share: the sign-in, the connections, and how fast may be sent.
struct DriveAccount: Sendable {
    let google: GoogleConnection
    let client: DriveClient
    let pace: SendingPace
    /// Told what the user has to know.
    let note: @Sendable (String) -> Void
    /// One connection is left for questions.
    let slots = RequestSlots(7)
}
