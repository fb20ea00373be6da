import GoogleDrive
import PhotoPipeline
import Synchronization

/// Ids for files and folders that are to be made, asked for many at once. Those that nobody uses are lost, which does
/// no harm.
final class DriveIDs: Sendable {
    /// So many are asked for at once where more than one is wanted.
    private static let many = 200

    private let client: DriveClient
    private let kept = Mutex<[String]>([])

    init(_ client: DriveClient) {
        self.client = client
    }

    /// Ids that nobody else gets.
    ///
    /// - Parameter count: how many.
    /// - Returns: so many.
    /// - Throws: what keeps Drive from giving them.
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
