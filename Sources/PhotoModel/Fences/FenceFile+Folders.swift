extension FenceFile {
    /// Where the photos of fences go that have a `folder` of their own, by their names. Read for uploads only: a photo
    /// is judged as well by a fence whose folder means nothing.
    ///
    /// - Throws: `FenceFileError` for a folder that means nothing.
    package func folders() throws(FenceFileError) -> [String: FolderTemplate] {
        var folders: [String: FolderTemplate] = [:]
        for entry in entries {
            guard let feature = FenceObject(entry.node, what: "the feature") else { continue }
            let properties = try feature.object("properties", what: "the feature's \"properties\"")
            guard let node = try properties.value("folder") else { continue }
            guard case .string(let text) = node.value else {
                throw FenceObject.wrongType(node, "folder", expected: "a string")
            }
            do {
                folders[entry.fence.name] = try FolderTemplate(parsing: text)
            } catch {
                throw FenceFileError(line: node.line, problem: .folderMeansNothing(message: error.message))
            }
        }
        return folders
    }
}
