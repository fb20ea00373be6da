package import PhotoModel
package import PhotoPipeline

extension Rclone {
    /// What is at a place: a file or a directory. Where there is no file, many remotes list the directory above it.
    ///
    /// - Parameters:
    ///   - place: the path may be empty, for the top itself.
    ///   - hashes: the checksums that are wanted; what the remote has not got is left out of the answer.
    ///   - group: a name under which ``stats(_:)`` tells how far it is.
    /// - Returns: nil where nothing is there, and where its directory is not there.
    /// - Throws: `missing` for a top that is not there.
    package func item(
        at place: RclonePlace, hashes: [Checksum.Kind] = [], group: String? = nil
    ) async throws(UploadError) -> RcloneItem? {
        try await look(at: place, Self.options(hashes), group)
    }

    /// The file at a place. On most remotes this is one question, whether it is there or not.
    ///
    /// - Parameters:
    ///   - place: its path is not empty.
    ///   - hashes: the checksums that are wanted; what the remote has not got is left out of the answer.
    ///   - group: a name under which ``stats(_:)`` tells how far it is.
    /// - Returns: nil where nothing is there, a directory is, or its directory is not there.
    /// - Throws: what rclone says.
    package func file(
        at place: RclonePlace, hashes: [Checksum.Kind] = [], group: String? = nil
    ) async throws(UploadError) -> RcloneItem? {
        try await look(at: place, Self.options(hashes).merging(["filesOnly": .flag(true)]) { $1 }, group)
    }

    private func look(
        at place: RclonePlace, _ options: [String: RcloneValue], _ group: String?
    ) async throws(UploadError) -> RcloneItem? {
        let input = place.parameters().merging(["opt": .object(options)]) { $1 }
        let answer: RcloneItemAnswer = try await answer("operations/stat", input, of: [place.fs], group: group)
        return answer.item
    }

    /// What is in a directory.
    ///
    /// - Parameters:
    ///   - place: the directory; an empty path for the top.
    ///   - recursive: also in all directories in it.
    ///   - isDated: whether times are wanted, which some remotes are asked for file by file.
    ///   - hashes: the checksums that are wanted.
    ///   - group: a name under which ``stats(_:)`` tells how far it is.
    /// - Returns: files and directories, in no order. On some remotes it lags behind what was done.
    /// - Throws: `missing` where the directory is not there.
    package func list(
        _ place: RclonePlace, recursive: Bool = false, isDated: Bool = true, hashes: [Checksum.Kind] = [],
        group: String? = nil
    ) async throws(UploadError) -> [RcloneItem] {
        let own: [String: RcloneValue] = ["recurse": .flag(recursive), "noModTime": .flag(!isDated)]
        let options = Self.options(hashes).merging(own) { $1 }
        let input = place.parameters().merging(["opt": .object(options)]) { $1 }
        let answer: RcloneListAnswer = try await answer("operations/list", input, of: [place.fs], group: group)
        return answer.list
    }

    /// Makes a directory with all above it. One that is there stays.
    package func makeDirectory(_ place: RclonePlace, group: String? = nil) async throws(UploadError) {
        try await act("operations/mkdir", place.parameters(), of: [place.fs], group: group)
    }

    /// Copies a file. **What has the target's name is replaced.** Whether all of it came over is not looked at.
    ///
    /// - Throws: `missing` where there is no source.
    package func copyFile(
        from source: RclonePlace, to target: RclonePlace, group: String? = nil
    ) async throws(UploadError) {
        try await transfer("operations/copyfile", from: source, to: target, group: group)
    }

    /// Gives a file another name. **What has the target's name is replaced**, but where the server refuses that.
    ///
    /// - Throws: `missing` where there is no source; `taken` where the server says so of the name.
    package func moveFile(
        from source: RclonePlace, to target: RclonePlace, group: String? = nil
    ) async throws(UploadError) {
        try await transfer("operations/movefile", from: source, to: target, group: group)
    }

    /// Removes a file.
    ///
    /// - Throws: `missing` where it is not there.
    package func deleteFile(_ place: RclonePlace, group: String? = nil) async throws(UploadError) {
        try await act("operations/deletefile", place.parameters(), of: [place.fs], group: group)
    }

    /// Makes a link to a file, or takes it back.
    ///
    /// - Parameters:
    ///   - place: the file.
    ///   - removing: whether it is to be taken back, which some remotes pass over: they make one.
    /// - Returns: the link; empty where it was taken back.
    /// - Throws: `missing` where there is no such file; `failed` where the remote has no links.
    package func publicLink(to place: RclonePlace, removing: Bool = false) async throws(UploadError) -> String {
        let input = place.parameters().merging(["unlink": .flag(removing)]) { $1 }
        let answer: RcloneLinkAnswer = try await answer("operations/publiclink", input, of: [place.fs])
        return answer.url
    }

    private func transfer(
        _ call: String, from source: RclonePlace, to target: RclonePlace, group: String?
    ) async throws(UploadError) {
        let input = source.parameters("srcFs", "srcRemote").merging(target.parameters("dstFs", "dstRemote")) { $1 }
            .merging(["_config": Self.transferring]) { $1 }
        try await act(call, input, of: [source.fs, target.fs], group: group)
    }

    /// By itself rclone looks what has the target's name: it removes that before it moves a file there, though the
    /// server may refuse to replace it, and takes it for the file where size and time are equal. And it compares
    /// checksums afterwards, which whoever proves the copy does as well.
    private static let transferring: RcloneValue = .object(["NoCheckDest": .flag(true), "IgnoreChecksum": .flag(true)])

    private func act(
        _ call: String, _ input: [String: RcloneValue], of specs: [RcloneSpec], group: String?
    ) async throws(UploadError) {
        let _: RcloneEmptyAnswer = try await answer(call, input, of: specs, group: group)
    }

    private static func options(_ hashes: [Checksum.Kind]) -> [String: RcloneValue] {
        let options: [String: RcloneValue] = ["noMimeType": .flag(true)]
        if hashes.isEmpty { return options }
        return options.merging(
            ["showHash": .flag(true), "hashTypes": .list(hashes.map { .text($0.rawValue) })], uniquingKeysWith: { $1 })
    }
}

/// An answer that says no more than that it is done.
private struct RcloneEmptyAnswer: Decodable {}

private struct RcloneLinkAnswer: Decodable {
    let url: String
}

private struct RcloneListAnswer: Decodable {
    let list: [RcloneItem]
}

private struct RcloneItemAnswer: Decodable {
    let item: RcloneItem?

    private enum Names: String, CodingKey { case item }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Names.self)
        // Null says that nothing is there; no such member says nothing.
        item = try members.decodeNil(forKey: .item) ? nil : members.decode(RcloneItem.self, forKey: .item)
    }
}
