/// The changes to a file in a request's body (schema `File`).
struct FileChange: Sendable {
    var id: String?
    var name: String?
    var mimeType: String?
    var parents: [String]?
    var isTrashed: Bool?
    var createdTime: Int?
    var modifiedTime: Int?
    /// Values to set; nil removes a value.
    var appProperties: [String: String?] = [:]
    var properties: [String: String?] = [:]
    var others: [JSON.Member] = []

    /// Members that are stored as they are, by the descriptions in the discovery document. The others are read-only.
    private static let plain: Set<String> = [
        "contentHints", "contentRestrictions", "copyRequiresWriterPermission", "description", "downloadRestrictions",
        "folderColorRgb", "inheritedPermissionsDisabled", "originalFilename", "shortcutDetails", "starred",
        "viewedByMeTime", "viewersCanCopyContent", "writersCanShare",
    ]

    /// - Parameter isNew: whether a file is created; only then are an id and parents allowed.
    /// - Throws: 403 for members that cannot be written, 400 for properties that are too long.
    init(_ body: JSON, isNew: Bool) throws(APIError) {
        for member in body.members {
            switch member.name {
            case "kind": break
            case "name": name = member.value.string
            case "mimeType": mimeType = member.value.string
            case "createdTime" where isNew: createdTime = member.value.string.flatMap(Times.read)
            case "modifiedTime": modifiedTime = member.value.string.flatMap(Times.read)
            case "appProperties": appProperties = try Self.properties(member.value)
            case "properties": properties = try Self.properties(member.value)
            case "id" where isNew: id = member.value.string
            case "parents" where isNew: parents = member.value.elements.compactMap(\.string)
            case "parents":
                throw APIError(
                    403, "fieldNotWritable",
                    "The parents field is not directly writable in update requests. "
                        + "Use the addParents and removeParents parameters instead.")
            case "trashed" where !isNew: isTrashed = member.value.bool
            case let name where Self.plain.contains(name): others.append(member)
            default:
                throw APIError(
                    403, "fieldNotWritable", "The resource body includes fields which are not directly writable.",
                    at: member.name)
            }
        }
    }

    /// A property has at most 124 bytes of name and value in UTF-8 (guides/properties).
    private static func properties(_ value: JSON) throws(APIError) -> [String: String?] {
        var properties: [String: String?] = [:]
        for member in value.members {
            guard member.value == .null || member.value.string != nil else {
                throw .invalid("appProperties", "The value of \(member.name) is no string.")
            }
            guard member.name.utf8.count + (member.value.string ?? "").utf8.count <= 124, !member.name.isEmpty else {
                throw .invalid("appProperties", "A property is larger than 124 bytes.")
            }
            properties[member.name] = .some(member.value.string)
        }
        return properties
    }

    /// Applies the change to a file, except for its id, its parents, and times that depend on content.
    ///
    /// - Parameter client: the client whose private properties change.
    /// - Throws: 400 for more than 30 properties of a client, or 100 in total (guides/properties).
    func apply(to file: inout FileRecord, client: String) throws(APIError) {
        file.name = name ?? file.name
        file.mimeType = mimeType ?? file.mimeType
        file.modifiedTime = modifiedTime ?? file.modifiedTime
        for (name, value) in appProperties { file.appProperties[client, default: [:]][name] = value }
        for (name, value) in properties { file.properties[name] = value }
        let count = file.appProperties.values.reduce(file.properties.count) { $0 + $1.count }
        guard (file.appProperties[client]?.count ?? 0) <= 30, file.properties.count <= 30, count <= 100 else {
            throw .invalid("appProperties", "The limit of the number of properties is exceeded.")
        }
        for member in others {
            file.others.removeAll { $0.name == member.name }
            if member.value != .null { file.others.append(member) }
        }
    }
}
