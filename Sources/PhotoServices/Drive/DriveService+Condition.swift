import GoogleDrive
import PhotoPipeline

extension DriveService: ConditionReporting {
    var condition: (any ConditionReporting)? { self }

    /// A shared drive does not count against the user's quota.
    func condition() async throws(UploadError) -> DestinationCondition {
        let (about, clock) = try await translatingDriveErrors { () async throws(DriveError) in
            try await client.timedAbout()
        }
        let total = spec.drive == nil ? about.limit : nil
        return DestinationCondition(free: total.map { max($0 - about.usage, 0) }, total: total, clock: clock)
    }
}
