import PhotoModel
package import PhotoPipeline
import SystemPackage

/// The calls of one rclone process, which the first call starts and which ends with this value.
///
/// A remote and a path are separate data everywhere, and neither is put into a command line. Paths are the original
/// names: characters that rclone writes differently, such as line ends, are converted in both directions. Cancelling a
/// task also cancels its call in rclone, and throws `interrupted`; what rclone was doing may exist a moment longer.
///
/// All calls throw `unavailable` if rclone does not start or has ended; once it has, all later calls do. Other errors
/// are those that ``RcloneErrors`` makes of rclone's answer.
package final class Rclone: Sendable {
    private let daemon: RcloneDaemon
    /// The configuration file given to it; nil for the one that it finds.
    let configurationFile: String?

    /// - Parameters:
    ///   - settings: how it is run.
    ///   - random: returns numbers that nobody can guess, from which passwords are made.
    /// - Throws: `unavailable` if libcurl is missing.
    package init(_ settings: RcloneSettings, random: @escaping @Sendable () -> UInt64) throws(UploadError) {
        daemon = try RcloneDaemon(settings, random: random)
        configurationFile = settings.configuration?.string ?? settings.variables["RCLONE_CONFIG"]
    }

    /// Ends rclone and waits for that. Current and later calls fail.
    package func stop() async { await daemon.stop() }

    /// Ends the calls about a remote, which does not answer any more, and makes later ones fail at once.
    func giveUp(_ remote: RcloneSpec, because error: UploadError) { daemon.attention.giveUp(remote, because: error) }

    /// Lets a remote that leaves calls without an answer be asked by another place of its marker.
    func ask(_ remote: RcloneSpec, by place: RclonePlace) { daemon.attention.ask(remote, by: place) }

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

    /// The same file by the remote's own top directory; the place itself where that has no plain path.
    var fromServer: RclonePlace {
        let directory = fs.root.split(separator: "/", omittingEmptySubsequences: false)
        guard !directory.contains(where: { ["", ".", ".."].contains($0) }), let server = try? RcloneSpec(fs.server)
        else {
            return self
        }
        return RclonePlace(server, "\(fs.root)/\(path)")
    }

    /// The same file by the first directory on its way; the place itself where there is none. The slash at the end
    /// tells rclone that it is no file.
    var fromFolder: RclonePlace {
        let start = fs.root.isEmpty || fs.root.hasSuffix("/") ? fs.text : "\(fs.text)/"
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")),
            let folder = try? RcloneSpec("\(start)\(RclonePath.standard(String(path[..<slash])))/")
        else { return self }
        return RclonePlace(folder, String(path[path.utf8.index(after: slash)...]))
    }

    /// Both as parameters of a call.
    func parameters(_ fsName: String = "fs", _ pathName: String = "remote") -> [String: RcloneValue] {
        [fsName: .text(fs.text), pathName: .text(RclonePath.standard(path))]
    }
}
