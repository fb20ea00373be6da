internal import FakeDrive
internal import Glibc
internal import WorkphotosTestSupport

/// A request of a command to Google Drive, and the fault that it meets.
package struct DrivePoint: CustomStringConvertible, Sendable {
    /// What the command does.
    package enum Act: String, CaseIterable, Sendable {
        case upload, twoMachines, purge, undo, share, stop, album, removeAlbum

        /// Whether the act changes who can see copies.
        var isAboutSharing: Bool { [.share, .stop].contains(self) || isAboutAlbums }

        var isAboutAlbums: Bool { [.album, .removeAlbum].contains(self) }
    }

    enum Blow: Sendable {
        /// Kills the program when the request has arrived, has been carried out, or has arrived in part.
        case kill(HeldRequest.Stage)
        case fault(Fault)
        /// Refuses this request and all later ones.
        case lasting(Fault)
    }

    let act: Act
    let blow: Blow
    /// The number of the request in the command, from 1.
    let request: Int

    package var description: String { "\(act.rawValue) \(blow)@\(request)" }

    static let blows: [Blow] = [
        .kill(.handling), .kill(.answer), .kill(.body(100_000)), .kill(.handling), .kill(.answer),
        .fault(.status(500)), .fault(.status(503)), .fault(.status(429, reason: "rateLimitExceeded", retryAfter: 1)),
        .fault(.status(401, reason: "authError")), .fault(.dropBefore), .fault(.dropAfter),
        .fault(.dropInBody(after: 50_000)), .fault(.cutAnswer(after: 5)), .fault(.html(502)), .fault(.text(503, "no")),
        .fault(.wrongBytes), .fault(.without(["sha256Checksum"])), .fault(.hang),
        .fault(.status(404, reason: "notFound")), .fault(.status(409, reason: "conflict")),
        .fault(.status(410, reason: "deleted")), .fault(.status(403, reason: "insufficientFilePermissions")),
        .fault(.answer(200, body: "{\"permissions\": [")),
        .lasting(.status(403, reason: "storageQuotaExceeded")), .lasting(.status(403, reason: "dailyLimitExceeded")),
        .lasting(.status(403, reason: "accessNotConfigured")),
    ]
}

/// The result of a strike.
package struct DriveStrike: Sendable {
    package let point: DrivePoint
    /// Whether the request was made.
    package let hasFired: Bool
    /// The violations, a line each.
    package let violations: [String]
}
