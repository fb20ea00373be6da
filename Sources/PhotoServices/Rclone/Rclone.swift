import PhotoModel
import PhotoPipeline
import SystemPackage

/// The calls of one rclone, which is started by the first of them and ends with this value.
///
/// A remote and a path are separate data everywhere, and nothing is put into a command line. Paths stand for the very
/// names: what rclone writes otherwise, such as line ends, is written so and read back here. A cancelled task gives its
/// call up in rclone too, and then throws `interrupted`; what rclone had under way may be there a moment longer.
///
/// All throw `unavailable` where rclone does not start or has ended; once it has, all later calls do. What else they
/// throw is what ``RcloneErrors`` makes of rclone's answer.
package final class Rclone: Sendable {
    private let daemon: RcloneDaemon
    /// The configuration file that was named to it; nil for the one that it finds.
    let configurationFile: String?

    /// - Parameters:
    ///   - settings: how it is run.
    ///   - random: numbers that nobody can guess: passwords are made of them.
    package init(_ settings: RcloneSettings, random: @escaping @Sendable () -> UInt64) {
        daemon = RcloneDaemon(settings, random: random)
        configurationFile = settings.configuration?.string ?? settings.variables["RCLONE_CONFIG"]
    }

    /// Ends rclone, and waits for that. Calls under way fail, and so do later ones.
    package func stop() async { await daemon.stop() }

    /// The running rclone.
    func endpoint() async throws(UploadError) -> RcloneEndpoint { try await daemon.endpoint() }

    /// Makes a call about one remote or two.
    func answer<Value: Decodable>(
        _ call: String, _ input: [String: RcloneValue], of specs: [RcloneSpec] = [], group: String? = nil
    ) async throws(UploadError) -> Value {
        var input = input
        if let group { input["_group"] = .text(group) }
        return try await endpoint().answer(call, input, of: specs)
    }
}

/// A file or a directory at a remote.
package struct RclonePlace: Hashable, Sendable {
    /// The remote, with the directory that paths are below.
    package let fs: RcloneSpec
    /// The path below it, without a slash at either end.
    package let path: String

    package init(_ fs: RcloneSpec, _ path: String) {
        self.fs = fs
        self.path = path
    }

    /// Both as parameters of a call.
    func parameters(_ fsName: String = "fs", _ pathName: String = "remote") -> [String: RcloneValue] {
        [fsName: .text(fs.text), pathName: .text(RclonePath.standard(path))]
    }
}
