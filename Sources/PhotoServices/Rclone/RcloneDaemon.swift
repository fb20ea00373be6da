import GoogleDrive
import PhotoModel
import PhotoPipeline
import Synchronization

/// One rclone for a run, which answers only on this machine and only with its password. It is started by the first call
/// and ends with this value, or with this process, however that ends.
///
/// If it ends by itself it is not started again: the cause (memory, a bug, somebody's signal) does not lie in a single
/// file, and what was under way is settled by the next run.
final class RcloneDaemon: Sendable {
    private static let oldest = [1, 60]
    private let settings: RcloneSettings
    private let random: @Sendable () -> UInt64
    private let wire: any Wire
    let attention: RcloneAttention

    private struct Start {
        /// Set from the first call on, so that it can be ended before it answers.
        var process: RcloneProcess?
        var task: Task<Result<RcloneEndpoint, UploadError>, Never>?
        var isStopped = false
    }
    private let start = Mutex(Start())

    /// - Parameters:
    ///   - settings: how it is run.
    ///   - random: numbers that nobody can guess.
    /// - Throws: `unavailable` if libcurl is missing.
    init(_ settings: RcloneSettings, random: @escaping @Sendable () -> UInt64) throws(UploadError) {
        self.settings = settings
        self.random = random
        attention = RcloneAttention(patience: settings.patience)
        do throws(DriveError) {
            // rclone's calls take as long as what they do.
            wire = try LiveWire(LiveWire.Settings(variables: [:], timeout: nil, agent: "workphotos"))
        } catch {
            throw UploadError(error)
        }
    }

    /// The running rclone, started if necessary. One that does not start is ended once a task that waits for it is
    /// cancelled.
    ///
    /// - Throws: `unavailable`, with what to do about it.
    func endpoint() async throws(UploadError) -> RcloneEndpoint {
        let task = try start.withLock { start throws(UploadError) in
            if start.isStopped { throw UploadError(.unavailable, "rclone was ended") }
            if let task = start.task { return task }
            let starting = RcloneStarting(settings, user: randomDigits(random), password: randomDigits(random))
            let process = try starting.process()
            let task = Task { [wire, attention] in await Self.opened(starting, process, wire, attention) }
            (start.process, start.task) = (process, task)
            return task
        }
        let answer = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try answer.get()
    }

    /// Ends it and waits for that. Current and later calls fail.
    func stop() async {
        let process = start.withLock { start in
            start.isStopped = true
            return start.process
        }
        await process?.stop()
    }

    private static func opened(
        _ starting: RcloneStarting, _ process: RcloneProcess, _ wire: any Wire, _ attention: RcloneAttention
    ) async -> Result<RcloneEndpoint, UploadError> {
        do throws(UploadError) {
            let port = try await starting.port(of: process)
            var endpoint = RcloneEndpoint(
                process: process, wire: wire, address: try address(port), user: starting.user,
                password: starting.password, attention: attention, secrets: starting.secrets)
            try await check(&endpoint, starting)
            return .success(endpoint)
        } catch {
            await process.stop()
            return .failure(starting.explained(error, process.state))
        }
    }

    private static func address(_ port: Int) throws(UploadError) -> WebAddress {
        do throws(DriveError) {
            return try WebAddress("http://127.0.0.1:\(port)/")
        } catch {
            throw UploadError(error)
        }
    }

    private static func check(_ endpoint: inout RcloneEndpoint, _ starting: RcloneStarting) async throws(UploadError) {
        let version: RcloneVersion = try await endpoint.answer("core/version", [:])
        guard !version.decomposed.lexicographicallyPrecedes(oldest) else {
            throw UploadError(
                .unavailable,
                "\(terminalSafe(starting.settings.program)) is \(terminalSafe(version.version)), but 1.60 or later is needed; "
                    + "install that, or set program in [rclone] of the configuration")
        }
        let options: [String: [String: RcloneValue]] = try await endpoint.answer("options/get", [:])
        if let name = RcloneOptions.unwanted(in: options) {
            throw UploadError(.unavailable, "rclone runs with its option \(name), which makes its answers unreliable")
        }
        // It ends here if it cannot read its configuration.
        let configuration: [String: [String: String]] = try await endpoint.answer("config/dump", [:])
        endpoint.secrets = starting.secrets(of: configuration)
    }
}

/// The answer of `core/version`.
private struct RcloneVersion: Decodable {
    let version: String
    let decomposed: [Int]
}

/// Options of rclone that would make its answers wrong: files left out, not copied, or taken for equal without reading.
///
/// Its command line and environment are ours, and its configuration has only remotes, so none of these is ever set.
/// They are checked all the same, since everything depends on them.
enum RcloneOptions {
    private static let watched: [String: Set<String>] = [
        // All filter rules.
        "filter": [
            "DeleteExcluded", "ExcludeFile", "ExcludeFrom", "ExcludeRule", "FilesFrom", "FilesFromRaw", "FilterFrom",
            "FilterRule", "IncludeFrom", "IncludeRule", "MaxAge", "MaxSize", "MinAge", "MinSize",
        ],
        "main": [
            // Nothing is done, or a person at a terminal is asked.
            "DryRun", "Interactive",
            // Another file is taken for this one.
            "CheckSum", "IgnoreChecksum", "IgnoreExisting", "IgnoreSize", "IgnoreTimes", "Immutable", "NoCheckDest",
            "SizeOnly", "UpdateOlder", "UseServerModTime",
            // Files go to, or come from, another place than requested.
            "BackupDir", "CompareDest", "CopyDest", "ServerSideAcrossConfigs", "Suffix",
            // It ends early, or does less than requested.
            "DisableFeatures", "IgnoreErrors", "MaxDepth", "MaxDuration", "MaxTransfer", "NoUpdateModTime",
            // What is sent is changed, or the server's identity is not checked.
            "DownloadHeaders", "Headers", "InsecureSkipVerify", "Metadata", "MetadataSet", "UploadHeaders",
            // Requests are written to standard error, with their secrets.
            "Dump",
        ],
        "rc": ["NoAuth"],
    ]

    /// The first option that is set but must not be; nil if there is none. An option that a version does not have is
    /// not set.
    static func unwanted(in blocks: [String: [String: RcloneValue]]) -> String? {
        for (block, names) in watched.sorted(by: { $0.key < $1.key }) {
            if let name = names.sorted().first(where: { !isUnset(blocks[block]?[$0] ?? .null) }) {
                return "\(block).\(name)"
            }
        }
        return nil
    }

    /// Off, empty, or a limit without effect.
    private static func isUnset(_ value: RcloneValue) -> Bool {
        switch value {
        case .null, .flag(false), .number(0), .number(-1), .number(.max), .text(""), .text("off"): true
        case .list(let values): values.isEmpty
        case .object(let values): values.isEmpty
        default: false
        }
    }
}
