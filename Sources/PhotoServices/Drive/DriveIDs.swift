import GoogleDrive
import PhotoPipeline
import Synchronization

/// Supplies ids for new files and folders, requested from Drive in batches. Unused ids are lost, which does no harm.
final class DriveIDs: Sendable {
    /// The size of a batch when more than one id is needed.
    private static let many = 200

    private let client: DriveClient
    private let kept = Mutex<[String]>([])
    /// Ids of files that are created only once, by purpose.
    private let named = Mutex<[String: String]>([:])

    init(_ client: DriveClient) {
        self.client = client
    }

    /// The id of a file that is created only once. A repeated call returns the same id, so a second attempt creates no
    /// second file.
    func one(for purpose: String) async throws(UploadError) -> String {
        if let known = named.withLock({ $0[purpose] }) { return known }
        let id = try await take()[0]
        return named.withLock { named in
            named[purpose] = named[purpose] ?? id
            return named[purpose] ?? id
        }
    }

    /// Forgets the id of a file that was created or removed.
    func forget(_ purpose: String) { named.withLock { $0[purpose] = nil } }

    /// Returns ids that no other caller gets.
    ///
    /// - Returns: exactly `count` ids.
    func take(_ count: Int = 1) async throws(UploadError) -> [String] {
        let some = kept.withLock { kept in
            let some = Array(kept.suffix(count))
            kept.removeLast(some.count)
            return some
        }
        let missing = count - some.count
        if missing <= 0 { return some }
        let client = client
        let new = try await translatingDriveErrors { () async throws(DriveError) in
            try await client.generateIDs(max(missing, Self.many))
        }
        kept.withLock { $0 += new.dropFirst(missing) }
        return some + new.prefix(missing)
    }
}
