/// The rest of a list after a page.
struct ListPage: Sendable {
    var ids: ArraySlice<String>
    /// The parameters of the list. The next page must be requested with the same ones.
    let question: [String: String]
    var emptyPages: Int
}

extension World {
    /// `files.list`. Files in the trash are included unless the query excludes them. Pages before the last may be short
    /// or empty (discovery document, `nextPageToken` and `q`).
    mutating func listFiles(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask(
            "FileList", usual: "kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType)")
        var question = call.query
        let token = question.removeValue(forKey: "pageToken")
        question["fields"] = nil
        var page: ListPage
        if let token {
            guard let left = pages[token], left.question == question else { throw .invalid("pageToken") }
            page = left
        } else {
            page = ListPage(ids: try found(call)[...], question: question, emptyPages: behaviour.paging.emptyPages)
        }
        var size = question["pageSize"].flatMap { Int($0) } ?? 100
        if let partial = behaviour.paging.partial { size = min(size, partial) }
        if page.emptyPages > 0, !page.ids.isEmpty {
            page.emptyPages -= 1
            size = 0
        }
        let inner = mask.inner("files")
        let files = page.ids.prefix(size).compactMap { self.files[$0] }
        page.ids = page.ids.dropFirst(size)
        var members: [JSON.Member] = [.init("kind", "drive#fileList"), .init("incompleteSearch", false)]
        if !page.ids.isEmpty {
            let next = "~!!~" + letters(24)
            pages[next] = page
            members.append(.init("nextPageToken", .string(next)))
        }
        members.append(.init("files", .array(files.map { json($0, for: call.caller, inner, now: call.now) })))
        return .json(mask.applied(to: .object(members)))
    }

    /// The ids of all entries of a list, in its order.
    private mutating func found(_ call: APICall) throws(APIError) -> [String] {
        let term = try query(call)
        let drive = try driveOfList(call)
        var candidates = Array(files.values)
        if let parent = term?.parent {
            let id = parent == "root" ? accounts[call.caller.email]?.root ?? parent : parent
            // A folder that the caller cannot see counts as missing.
            guard let folder = files[id],
                folder.parent == nil || role(of: call.caller, on: folder, now: call.now) != nil
            else { throw .notFound(".") }
            candidates = (children[id] ?? []).compactMap { files[$0] }
        }
        let wanted = candidates.filter { file in
            file.parent != nil && isInCorpus(file, drive, call)
                && (term.map { matches(file, $0, call.caller) } ?? true)
                && role(of: call.caller, on: file, now: call.now) != nil
        }
        return try sorted(wanted, by: call.query["orderBy"]).map(\.id)
    }

    private mutating func query(_ call: APICall) throws(APIError) -> SearchTerm? {
        guard let text = call.query["q"], !text.isEmpty else { return nil }
        do {
            var reader = try SearchReader(text)
            let term = try reader.read()
            if reader.isUnbracketed {
                journal.breach(.unbracketedQuery, call.number, "and beside or without brackets: \(text)")
            }
            return term
        } catch {
            throw .invalid("q")
        }
    }

    private enum Corpus { case user, all, drive(String) }

    /// The files that are searched. A shared drive needs three parameters together (discovery document, `corpora`,
    /// `driveId`, `includeItemsFromAllDrives`).
    private func driveOfList(_ call: APICall) throws(APIError) -> Corpus {
        let id = call.query["driveId"]
        let includes = call.flag("includeItemsFromAllDrives") && call.flag("supportsAllDrives")
        switch call.query["corpora"] ?? "user" {
        case "user":
            guard id == nil else { throw .invalid("driveId", "driveId needs corpora=drive.") }
            return includes ? .all : .user
        case "allDrives":
            guard includes else {
                throw .invalid("includeItemsFromAllDrives", "allDrives needs it and supportsAllDrives.")
            }
            return .all
        case "drive":
            guard includes else {
                throw .invalid("includeItemsFromAllDrives", "A drive needs it and supportsAllDrives.")
            }
            guard let id, drives[id]?.members[call.caller.email] != nil else {
                throw APIError(404, "notFound", "Shared drive not found: \(id ?? "")", at: "driveId")
            }
            return .drive(id)
        default: throw .invalid("corpora")
        }
    }

    private func isInCorpus(_ file: FileRecord, _ corpus: Corpus, _ call: APICall) -> Bool {
        switch corpus {
        case .user: file.driveID == nil && (file.owner == call.caller.email || isShared(file, with: call.caller.email))
        case .all: file.driveID != nil || file.owner == call.caller.email || isShared(file, with: call.caller.email)
        case .drive(let id): file.driveID == id
        }
    }

    /// Whether a file was shared with an account by its address. Files shared by link appear in no list.
    private func isShared(_ file: FileRecord, with email: String) -> Bool {
        permissions(of: file).contains { $0.permission.email == email }
    }

    private func sorted(_ files: [FileRecord], by order: String?) throws(APIError) -> [FileRecord] {
        // Google promises no order by default; here the newest files come first.
        var sorted = files.sorted { $0.sequence > $1.sequence }
        for key in (order ?? "").split(separator: ",").reversed() {
            let words = key.split(separator: " ")
            guard let name = words.first, words.count == 1 || words.count == 2 && words[1] == "desc" else {
                throw .invalid("orderBy")
            }
            let before: (FileRecord, FileRecord) -> Bool
            switch name {
            case "name", "name_natural": before = { $0.name < $1.name }
            case "createdTime": before = { $0.createdTime < $1.createdTime }
            case "modifiedTime", "recency": before = { $0.modifiedTime < $1.modifiedTime }
            case "folder": before = { $0.isFolder && !$1.isFolder }
            case "quotaBytesUsed": before = { ($0.content?.size ?? 0) < ($1.content?.size ?? 0) }
            default: throw .invalid("orderBy")
            }
            let isDescending = words.count == 2
            let places = sorted.enumerated().sorted { one, other in
                let (first, second) = isDescending ? (other.element, one.element) : (one.element, other.element)
                if before(first, second) { return true }
                return before(second, first) ? false : one.offset < other.offset
            }
            sorted = places.map(\.element)
        }
        return sorted
    }
}
