extension World {
    /// Whether a file matches a query.
    ///
    /// - Parameter caller: the caller, whose client's private properties are searched.
    func matches(_ file: FileRecord, _ term: SearchTerm, _ caller: Caller) -> Bool {
        switch term {
        case .and(let one, let other): matches(file, one, caller) && matches(file, other, caller)
        case .or(let one, let other): matches(file, one, caller) || matches(file, other, caller)
        case .isTrashed(let value): isTrashed(file) == value
        case .name(let name): file.name == name
        case .mimeType(let type): file.mimeType == type
        case .isIn("parents", let id): file.parent == (id == "root" ? accounts[caller.email]?.root ?? id : id)
        case .isIn(_, let who): file.owner == (who == "me" ? caller.email : who)
        case .has(let key, let value): file.appProperties[caller.client]?[key] == value
        }
    }
}
