/// What fences say of uploads. Read for uploads only: a photo is judged as well by a fence whose folder means nothing.
extension FenceFile {
    /// Where the photos of fences go below a destination's top that have a `folder` of their own, by their names.
    ///
    /// - Throws: `FenceFileError` for a folder that means nothing.
    package func folders() throws(FenceFileError) -> [String: FolderTemplate] {
        var folders: [String: FolderTemplate] = [:]
        for (fence, node, text) in try texts("folder") {
            do {
                folders[fence] = try FolderTemplate(parsing: text)
            } catch {
                throw FenceFileError(line: node.line, problem: .folderMeansNothing(message: error.message))
            }
        }
        return folders
    }

    /// The destinations of fences that have a `to` of their own, as users write them, and the lines they stand in, by
    /// the fences' names.
    ///
    /// - Throws: `FenceFileError` for a `to` that is no text.
    package func destinations() throws(FenceFileError) -> [String: (text: String, line: Int)] {
        var destinations: [String: (text: String, line: Int)] = [:]
        for (fence, node, text) in try texts("to") { destinations[fence] = (text, node.line) }
        return destinations
    }

    /// The property of a name, of every fence that has it.
    private func texts(_ name: String) throws(FenceFileError) -> [(fence: String, node: JSONNode, text: String)] {
        var texts: [(fence: String, node: JSONNode, text: String)] = []
        for entry in entries {
            guard let feature = FenceObject(entry.node, what: "the feature") else { continue }
            let properties = try feature.object("properties", what: "the feature's \"properties\"")
            guard let node = try properties.value(name) else { continue }
            guard case .string(let text) = node.value else {
                throw FenceObject.wrongType(node, name, expected: "a string")
            }
            texts.append((entry.fence.name, node, text))
        }
        return texts
    }
}
