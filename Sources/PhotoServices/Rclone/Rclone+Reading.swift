import FoundationEssentials
import GoogleDrive
import PhotoModel
package import PhotoPipeline

extension Rclone {
    /// Reads a file block by block: memory holds only the block passed on and what is being received.
    ///
    /// - Parameters:
    ///   - place: the file.
    ///   - offset: the number of bytes to skip; nothing is read at or after the end.
    ///   - each: receives the bytes, in order; what it throws ends the reading.
    /// - Returns: the number of bytes. If a remote does not know sizes, a file that was cut off looks like a short one.
    /// - Throws: `missing` where no file is there, `transient` where it is cut off, `unavailable` where the remote has
    ///   stopped to answer, and what `each` throws.
    @discardableResult
    package func read(
        _ place: RclonePlace, from offset: Int64 = 0,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) -> Int64 {
        let endpoint = try await endpoint()
        var request = endpoint.request(.get, try await address(of: place))
        // Bytes come all the time, or the remote is asked whether it still answers.
        request.timeout = endpoint.attention.patience * 2
        if offset > 0 { request.headers.append(("Range", "bytes=\(offset)-")) }
        let answer = try await endpoint.whileAnswering([place.fs]) { [request] in
            try await endpoint.wire.send(request)
        }
        do {
            if answer.status == 416 { return 0 }
            guard answer.status == (offset > 0 ? 206 : 200) else {
                let text = Data(try await answer.body.collect(upTo: 1 << 20))
                throw RcloneErrors.error(text, status: answer.status, secrets: endpoint.secrets.and([place.fs]))
            }
            return try unsafe await answer.body.read(each)
        } catch {
            throw await endpoint.failure(error, of: [place.fs])
        }
    }

    /// The address of a file: the remote in brackets, then the path.
    private func address(of place: RclonePlace) async throws(UploadError) -> String {
        // A path that ends so, or is empty, returns a page about a directory.
        guard !place.path.isEmpty, !place.path.hasSuffix("/") else { throw UploadError(.missing, "is not a file") }
        let (remote, directory) = Self.bracketed(try await served(place.fs))
        let path = directory.isEmpty ? place.path : "\(directory)/\(place.path)"
        return ["[\(remote)]", RclonePath.standard(path)].map { PercentEncoding.encode($0.utf8, keeping: []) }
            .joined(separator: "/")
    }

    /// The remote by a name without settings, which may contain what cannot be in an address, such as another address.
    /// rclone knows a remote in use by such a name, and keeps it in use for minutes after each call.
    private func served(_ spec: RcloneSpec) async throws(UploadError) -> String {
        guard !spec.parameters.isEmpty else { return spec.text }
        let info = try await info(spec)
        return info.name == "local" ? info.root : "\(info.name):\(info.root)"
    }

    /// The remote with as much of the directory as has to be in the brackets, and the rest of the directory. In
    /// brackets rclone reads up to the first `]`, on one line, and it normalises paths before that.
    private static func bracketed(_ text: String) -> (remote: String, directory: String) {
        let head = text.hasPrefix("/") ? "" : text.prefix { $0 != ":" } + ":"
        let root = text.dropFirst(head.count)
        guard text.contains(":") || text.hasPrefix("/"),
            root.contains("//") || root.contains("/.")
                || root.contains(where: { $0 == "]" || $0.isNewline })
        else { return (text, "") }
        var names: [Substring] = []
        for name in root.split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return (root.hasPrefix("/") ? head + "/" : String(head), names.joined(separator: "/"))
    }
}
