extension World {
    /// Whether a file matches a query.
    ///
    /// - Parameter caller: the caller, whose client's private properties are searched.
    func matches(_ file: FileRecord, _ term: SearchTerm, _ caller: Caller) -> Bool {
        switch term {
        case .and(let one, let other): matches(file, one, caller) && matches(file, other, caller)
        case .or(let one, let other): matches(file, one, caller) || matches(file, other, caller)
        case .not(let other): !matches(file, other, caller)
        case .isTrue("trashed", let value): isTrashed(file) == value
        case .isTrue("sharedWithMe", let value): (file.owner != caller.email && file.driveID == nil) == value
        case .isTrue(let name, let value): (file.others.contains { $0.name == name && $0.value == true }) == value
        case .text(let name, let sign, let value):
            matches(text: name == "mimeType" ? file.mimeType : file.name, sign, value)
        case .time(let name, let sign, let value):
            Self.compares(name == "createdTime" ? file.createdTime : file.modifiedTime, sign, value)
        case .isIn("parents", let id): file.parent == (id == "root" ? accounts[caller.email]?.root ?? id : id)
        case .isIn("owners", let who): file.owner == (who == "me" ? caller.email : who)
        case .isIn(let set, let who): isNamed(who == "me" ? caller.email : who, in: set, of: file)
        case .has("appProperties", let key, let value): file.appProperties[caller.client]?[key] == value
        case .has(_, let key, let value): file.properties[key] == value
        }
    }

    private func matches(text: String, _ sign: String, _ value: String) -> Bool {
        switch sign {
        case "=": text == value
        case "!=": text != value
        // Names match by prefixes of their words, regardless of case.
        default:
            text.lowercased().hasPrefix(value.lowercased())
                || text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber })
                    .contains { $0.hasPrefix(value.lowercased()) }
        }
    }

    private static func compares(_ one: Int, _ sign: String, _ other: Int) -> Bool {
        switch sign {
        case "=": one == other
        case "!=": one != other
        case "<": one < other
        case "<=": one <= other
        case ">": one > other
        default: one >= other
        }
    }

    private func isNamed(_ email: String, in set: String, of file: FileRecord) -> Bool {
        let roles: Set<String> =
            set == "writers" ? ["writer", "owner", "fileOrganizer", "organizer"] : ["reader", "commenter"]
        return allPermissions(file).contains { $0.permission.email == email && roles.contains($0.permission.role) }
    }
}
