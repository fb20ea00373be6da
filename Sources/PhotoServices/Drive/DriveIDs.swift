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
    /// Ids of files that are made once, by what they are.
    private let named = Mutex<[String: String]>([:])

    init(_ client: DriveClient) {
        self.client = client
    }

    /// The id of a file that is made once: the same one each time, so that a second try makes no second file.
    func one(for purpose: String) async throws(UploadError) -> String {
        if let known = named.withLock({ $0[purpose] }) { return known }
        let id = try await take()[0]
        return named.withLock { named in
            named[purpose] = named[purpose] ?? id
            return named[purpose] ?? id
        }
    }

    /// Forgets the id of what was made, or taken away.
    func forget(_ purpose: String) { named.withLock { $0[purpose] = nil } }

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
