package import PhotoPipeline

extension RcloneService: ConditionReporting {
    package var condition: (any ConditionReporting)? { self }

    /// The remote's quota, if it reports one, and rclone's version.
    package func condition() async throws(UploadError) -> DestinationCondition {
        var condition = DestinationCondition(program: try await rclone.version())
        if try await rclone.info(top).can("About") {
            // Some remotes that support this do not for every account: the result is unknown then, which is no error.
            let space = try? await rclone.space(top)
            (condition.free, condition.total) = (space?.free, space?.total)
        }
        return condition
    }
}

/// A remote's space in bytes; nil for what it does not report.
struct RcloneSpace: Decodable, Hashable, Sendable {
    /// The total capacity.
    let total: Int64?
    /// The free space.
    let free: Int64?
}

extension Rclone {
    /// Its name and version, such as `rclone 1.60.1`.
    func version() async throws(UploadError) -> String {
        struct Answer: Decodable { let version: String }
        let answer: Answer = try await answer("core/version", [:])
        return "rclone \(answer.version.drop { $0 == "v" })"
    }

    /// A remote's space.
    func space(_ fs: RcloneSpec) async throws(UploadError) -> RcloneSpace {
        try await answer("operations/about", ["fs": .text(fs.text)], of: [fs])
    }
}
