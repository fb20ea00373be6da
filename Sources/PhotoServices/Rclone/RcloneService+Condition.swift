package import PhotoPipeline

extension RcloneService: ConditionReporting {
    package var condition: (any ConditionReporting)? { self }

    /// What the remote says of its quota, where it can, and which rclone sends there.
    package func condition() async throws(UploadError) -> DestinationCondition {
        var condition = DestinationCondition(program: try await rclone.version())
        if try await rclone.info(top).can("About") {
            // Some remotes that can, do not for every account: nobody knows then, and nothing is wrong.
            let space = try? await rclone.space(top)
            (condition.free, condition.total) = (space?.free, space?.total)
        }
        return condition
    }
}

/// What a remote says of its room, in bytes; nil for what it does not say.
package struct RcloneSpace: Decodable, Hashable, Sendable {
    /// How much it takes in all.
    package let total: Int64?
    /// How much more it takes.
    package let free: Int64?
}

extension Rclone {
    /// Its name and version, such as `rclone 1.60.1`.
    package func version() async throws(UploadError) -> String {
        struct Answer: Decodable { let version: String }
        let answer: Answer = try await answer("core/version", [:])
        return "rclone \(answer.version.drop { $0 == "v" })"
    }

    /// What a remote says of its room.
    package func space(_ fs: RcloneSpec) async throws(UploadError) -> RcloneSpace {
        try await answer("operations/about", ["fs": .text(fs.text)], of: [fs])
    }
}
