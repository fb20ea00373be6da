package import PhotoPipeline

extension Rclone {
    /// The remotes of the configuration file, each with its settings, including secret ones. Remotes of the environment
    /// are not included.
    package func configuration() async throws(UploadError) -> [String: [String: String]] {
        try await answer("config/dump", [:])
    }

    /// A remote's properties and features. Many remotes answer without asking their server.
    package func info(_ fs: RcloneSpec) async throws(UploadError) -> RcloneInfo {
        try await answer("operations/fsinfo", ["fs": .text(fs.text)], of: [fs])
    }

    /// The progress of the calls of a group.
    package func stats(_ group: String) async throws(UploadError) -> RcloneStats {
        try await answer("core/stats", ["group": .text(group)])
    }

    /// Discards the statistics of a group; rclone keeps at most a thousand.
    package func forgetStats(_ group: String) async throws(UploadError) {
        let _: [String: RcloneValue] = try await answer("core/stats-delete", ["group": .text(group)])
    }
}

/// A remote's properties.
package struct RcloneInfo: Decodable, Hashable, Sendable {
    /// The remote's name in the configuration. For an alias, that of the last remote it leads to; with additional
    /// settings, followed by some letters in braces.
    package let name: String
    /// The directory.
    package let root: String
    /// The checksums that it supports, by rclone's names.
    package let hashes: [String]
    /// The precision of its files' times, in nanoseconds; nil if it keeps none.
    package let precision: Int64?
    private let features: [String: Bool]

    private enum Names: String, CodingKey {
        case name = "Name"
        case root = "Root"
        case precision = "Precision"
        case hashes = "Hashes"
        case features = "Features"
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Names.self)
        name = try members.decode(String.self, forKey: .name)
        root = try members.decode(String.self, forKey: .root)
        hashes = try members.decodeIfPresent([String].self, forKey: .hashes) ?? []
        // A hundred years mean that the remote keeps none.
        let precision = try members.decode(Int64.self, forKey: .precision)
        self.precision = precision > 0 && precision < 3_000_000_000_000_000_000 ? precision : nil
        features = try members.decode([String: Bool].self, forKey: .features)
    }

    /// Whether it has a feature, by rclone's name: `Move`, `About`.
    package func can(_ feature: String) -> Bool { features[feature] ?? false }
}

/// The progress of the calls of a group.
package struct RcloneStats: Decodable, Hashable, Sendable {
    /// The number of bytes transferred, including failed attempts.
    package let bytes: Int64
    /// The number of completed transfers.
    package let transfers: Int
    /// The number of errors.
    package let errors: Int
}
