package import PhotoPipeline

extension Rclone {
    /// The remotes of the configuration file, each with its settings, secret ones too. Those of the environment are not
    /// among them.
    package func configuration() async throws(UploadError) -> [String: [String: String]] {
        try await answer("config/dump", [:])
    }

    /// What a remote is and can do. Many answer this without having asked their server anything.
    package func info(_ fs: RcloneSpec) async throws(UploadError) -> RcloneInfo {
        try await answer("operations/fsinfo", ["fs": .text(fs.text)], of: [fs])
    }

    /// How far the calls of a group are.
    package func stats(_ group: String) async throws(UploadError) -> RcloneStats {
        try await answer("core/stats", ["group": .text(group)])
    }

    /// Forgets what was counted for a group, of which rclone keeps no more than a thousand.
    package func forgetStats(_ group: String) async throws(UploadError) {
        let _: [String: RcloneValue] = try await answer("core/stats-delete", ["group": .text(group)])
    }
}

/// What a remote is.
package struct RcloneInfo: Decodable, Hashable, Sendable {
    /// The remote's name in the configuration. Where an alias leads on, that of the last one; with settings beside it,
    /// some letters in braces behind it.
    package let name: String
    /// The directory.
    package let root: String
    /// The checksums that it can have, by rclone's names.
    package let hashes: [String]
    /// How exact the times of its files are, in nanoseconds; nil where it keeps none.
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
        // A hundred years stand for a remote that keeps none.
        let precision = try members.decode(Int64.self, forKey: .precision)
        self.precision = precision > 0 && precision < 3_000_000_000_000_000_000 ? precision : nil
        features = try members.decode([String: Bool].self, forKey: .features)
    }

    /// Whether it can do something, by rclone's name for it: `Move`, `About`.
    package func can(_ feature: String) -> Bool { features[feature] ?? false }
}

/// How far the calls of a group are.
package struct RcloneStats: Decodable, Hashable, Sendable {
    /// How many bytes went over, those of tries that failed too.
    package let bytes: Int64
    /// How many transfers are done.
    package let transfers: Int
    /// How many things went wrong.
    package let errors: Int
}
