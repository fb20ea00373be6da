package import PhotoModel
package import PhotoPipeline

extension Rclone {
    /// The file or directory at a place. If there is no file, many remotes list the directory above it.
    ///
    /// - Parameters:
    ///   - place: the path may be empty, for the top itself.
    ///   - hashes: the checksums to request; those that the remote does not have are left out of the answer.
    ///   - group: a name under which ``stats(_:)`` reports progress.
    /// - Returns: nil where nothing is there, or its directory does not exist.
    /// - Throws: `missing` for a top that does not exist.
    package func item(
        at place: RclonePlace, hashes: [Checksum.Kind] = [], group: String? = nil
    ) async throws(UploadError) -> RcloneItem? {
        try await look(at: place, Self.options(hashes), group)
    }

    /// The file at a place. On most remotes this takes one request, whether the file exists or not.
    ///
    /// - Parameters:
    ///   - place: its path is not empty.
    ///   - hashes: the checksums to request; those that the remote does not have are left out of the answer.
    ///   - group: a name under which ``stats(_:)`` reports progress.
    /// - Returns: nil where nothing is there, a directory is, or its directory does not exist.
    /// - Throws: what rclone reports.
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

    /// The contents of a directory.
    ///
    /// - Parameters:
    ///   - place: the directory; an empty path for the top.
    ///   - recursive: whether to include all directories in it.
    ///   - isDated: whether to include times, which some remotes have to be asked for file by file.
    ///   - hashes: the checksums to request.
    ///   - group: a name under which ``stats(_:)`` reports progress.
    /// - Returns: files and directories, in no order. On some remotes it lags behind changes.
    /// - Throws: `missing` where the directory does not exist.
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

    /// Makes a directory and all above it. An existing one stays.
    package func makeDirectory(_ place: RclonePlace, group: String? = nil) async throws(UploadError) {
        try await act("operations/mkdir", place.parameters(), of: [place.fs], group: group)
    }

    /// Removes a directory that is empty.
    ///
    /// - Throws: `missing` where it does not exist; `failed` where something is in it.
    package func removeDirectory(_ place: RclonePlace) async throws(UploadError) {
        try await act("operations/rmdir", place.parameters(), of: [place.fs], group: nil)
    }

    /// Copies a file. **A file with the target's name is replaced.** Does not check that everything was transferred.
    ///
    /// - Parameters:
    ///   - target: where the copy goes.
    ///   - isRepeated: whether rclone itself repeats what fails for a moment. Then nobody knows of attempts without an
    ///     answer, which servers may carry out later.
    ///   - group: a name under which ``stats(_:)`` reports progress.
    /// - Throws: `missing` where there is no source.
    package func copyFile(
        from source: RclonePlace, to target: RclonePlace, isRepeated: Bool = true, group: String? = nil
    ) async throws(UploadError) {
        let configuration = Self.transferring(isRepeated: isRepeated)
        try await transfer("operations/copyfile", from: source, to: target, configuration, group: group)
    }

    /// Renames a file. **A file with the target's name is replaced**, unless the server refuses that.
    ///
    /// - Parameters:
    ///   - target: where it goes, by the same remote and directory.
    ///   - isRepeated: whether rclone repeats a request that fails for a moment, ever more slowly. False counts for a
    ///     remote and directory by which nothing but moves is asked for.
    ///   - group: a name under which ``stats(_:)`` reports progress.
    /// - Throws: `missing` where there is no source; `taken` where the server reports that the name is taken.
    package func moveFile(
        from source: RclonePlace, to target: RclonePlace, isRepeated: Bool = true, group: String? = nil
    ) async throws(UploadError) {
        let configuration = Self.transferring(isRepeated: isRepeated)
        try await transfer("operations/movefile", from: source, to: target, configuration, group: group)
    }

    /// Removes a file.
    ///
    /// - Throws: `missing` where it does not exist.
    package func deleteFile(_ place: RclonePlace, group: String? = nil) async throws(UploadError) {
        try await act("operations/deletefile", place.parameters(), of: [place.fs], group: group)
    }

    /// Makes a link to a file, or removes it.
    ///
    /// - Parameters:
    ///   - place: the file.
    ///   - removing: whether to remove the link. Some remotes ignore this and make one.
    /// - Returns: the link; empty where it was removed.
    /// - Throws: `missing` where there is no such file; `failed` where the remote has no links.
    package func publicLink(to place: RclonePlace, removing: Bool = false) async throws(UploadError) -> String {
        let input = place.parameters().merging(["unlink": .flag(removing)]) { $1 }
        let answer: RcloneLinkAnswer = try await answer("operations/publiclink", input, of: [place.fs])
        return answer.url
    }

    private func transfer(
        _ call: String, from source: RclonePlace, to target: RclonePlace, _ configuration: [String: RcloneValue],
        group: String?
    ) async throws(UploadError) {
        let input = source.parameters("srcFs", "srcRemote").merging(target.parameters("dstFs", "dstRemote")) { $1 }
            .merging(["_config": .object(configuration)]) { $1 }
        try await act(call, input, of: [source.fs, target.fs], group: group)
    }

    /// Without `NoCheckDest` rclone checks what has the target's name: it removes that before it moves a file there,
    /// though the server may refuse to replace it, and takes it for the file if size and time are equal. And it
    /// compares checksums afterwards, which the proof of the copy does as well.
    private static func transferring(isRepeated: Bool) -> [String: RcloneValue] {
        let usual: [String: RcloneValue] = ["NoCheckDest": .flag(true), "IgnoreChecksum": .flag(true)]
        return isRepeated ? usual : usual.merging(["LowLevelRetries": .number(1)]) { $1 }
    }

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

/// An answer without contents.
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
        // Null means that nothing is there; a missing member means nothing.
        item = try members.decodeNil(forKey: .item) ? nil : members.decode(RcloneItem.self, forKey: .item)
    }
}
