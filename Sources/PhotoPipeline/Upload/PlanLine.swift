package import PhotoModel
import SystemPackage

/// One line of a plan file, as JSON. It is read strictly: a missing member or one of another type is an error.
struct PlanLine {
    private let members: [JSONMember]
    private let line: Int

    /// - Throws: where the line is no JSON object.
    init(_ bytes: [UInt8], line: Int) throws(PlanLineError) {
        self.line = line
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes)
        } catch {
            throw PlanLineError(line: line, "The line is not JSON: column \(error.column): \(error.message)")
        }
        guard case .object(let members) = document.root.value else {
            throw PlanLineError(line: line, "The line is not a JSON object, but \(document.root.kind)")
        }
        self.members = members
    }

    private init(_ members: [JSONMember], line: Int) {
        self.members = members
        self.line = line
    }

    /// The line's type.
    var type: String { get throws(PlanLineError) { try text("type") } }

    /// The first line. It must be for `kind`, unless that is nil.
    func header(kind: Action.Kind?) throws(PlanLineError) -> PlanHeader {
        guard try type == "plan" else { throw wrong("The file is not a plan: its first line has another type") }
        let version = try integer("version")
        guard version == PlanHeader.version else {
            throw wrong("The plan has version \(version), but this program reads \(PlanHeader.version)")
        }
        let own = try self.kind()
        if let kind, own != kind { throw wrong("The plan is for \(own.rawValue), not for \(kind.rawValue)") }
        var marker: DestinationMarker?
        if let text = try optionalText("marker") {
            marker = DestinationMarker(text)
            if marker == nil { throw wrong("\"marker\" is not the marker of a destination") }
        }
        return PlanHeader(
            kind: own, destination: try optionalText("destination"), marker: marker,
            spec: try optionalText("spec"), made: try time("madeAt"))
    }

    /// A group of a plan for `kind`.
    func entry(kind: Action.Kind) throws(PlanLineError) -> PlanEntry {
        guard try self.kind() == kind else { throw wrong("The line is for something else than the plan") }
        guard case .array(let elements) = try value("members").value, !elements.isEmpty else {
            throw wrong("\"members\" is a list of at least one file")
        }
        var files: [Action.Member] = []
        for element in elements {
            guard case .object(let members) = element.value else { throw wrong("\"members\" has files only") }
            let file = try PlanLine(members, line: line).file()
            if files.contains(where: { $0.path == file.path }) { throw wrong("One file is twice in \"members\"") }
            files.append(file)
        }
        return PlanEntry(
            action: Action(kind: kind, group: 0, members: files), destination: try optionalText("destination"))
    }

    private func file() throws(PlanLineError) -> Action.Member {
        let size = try integer("bytes")
        guard size >= 0 else { throw wrong("\"bytes\" is at least 0") }
        guard let role = Photo.Member.Role(rawValue: try text("role")) else {
            throw wrong("\"role\" is unknown")
        }
        var sha256: [UInt8]?
        if let text = try optionalText("sha256") {
            sha256 = bytes(ofHexText: text)
            if sha256?.count != 32 { throw wrong("\"sha256\" is 64 hexadecimal digits") }
        }
        return Action.Member(
            path: try path(), role: role,
            fingerprint: Fingerprint(size: Int64(size), modified: try time("modifiedAt"), changed: 0, inode: 0),
            sha256: sha256)
    }

    private func path() throws(PlanLineError) -> FilePath {
        var bytes = Array(try text("path").utf8)
        if let text = try optionalText("pathBase64") {
            guard let decoded = Base64.decode(text) else { throw wrong("\"pathBase64\" is not Base64") }
            bytes = decoded
        }
        guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else {
            throw wrong("\"path\" is absolute and has no NUL in it")
        }
        return FilePath(bytes: bytes)
    }

    private func kind() throws(PlanLineError) -> Action.Kind {
        let text = try text("kind")
        // An undo is selected by a run's number, never by a plan.
        guard let kind = Action.Kind(rawValue: text), [.upload, .purge].contains(kind) else {
            throw wrong("There is no kind \"\(terminalSafe(text))\"; it is upload or purge")
        }
        return kind
    }
}

extension PlanLine {
    private func value(_ name: String) throws(PlanLineError) -> JSONNode {
        let found = members.filter { $0.name == name }
        guard let first = found.first else { throw wrong("\"\(name)\" is missing") }
        guard found.count == 1 else { throw wrong("\"\(name)\" is given twice") }
        return first.value
    }

    private func text(_ name: String) throws(PlanLineError) -> String {
        guard case .string(let text) = try value(name).value else { throw wrong("\"\(name)\" is a string") }
        return text
    }

    private func optionalText(_ name: String) throws(PlanLineError) -> String? {
        if case .null = try value(name).value { nil } else { try text(name) }
    }

    private func integer(_ name: String) throws(PlanLineError) -> Int {
        guard case .number(_, let text) = try value(name).value, let number = Int(text) else {
            throw wrong("\"\(name)\" is a whole number")
        }
        return number
    }

    private func time(_ name: String) throws(PlanLineError) -> Int64 {
        do {
            return try UTCInstant(parsing: try text(name)).nanoseconds
        } catch let error as PlanLineError {
            throw error
        } catch {
            throw wrong("\"\(name)\": a time is written as in 2026-05-01T08:00:00.123456789Z")
        }
    }

    private func wrong(_ message: String) -> PlanLineError { PlanLineError(line: line, message) }
}

/// The first line of a plan file.
package struct PlanHeader: Hashable, Sendable {
    /// The format's version that this program writes, and the only one it reads.
    static let version = 1
    /// The bytes with which every plan begins, and no photo does.
    static let start = Array(#"{"type":"plan","#.utf8)

    /// The kind of action planned.
    package var kind: Action.Kind
    /// The destination's name for users; nil if none is known.
    package var destination: String?
    /// The destination's marker; nil if it was not read.
    package var marker: DestinationMarker?
    /// The place, as users write it.
    package var spec: String?
    /// When the plan was made, in nanoseconds since 1970-01-01T00:00:00Z.
    package var made: Int64

    package init(kind: Action.Kind, destination: String?, marker: DestinationMarker?, spec: String?, made: Int64) {
        self.kind = kind
        self.destination = destination
        self.marker = marker
        self.spec = spec
        self.made = made
    }

    /// The line's bytes.
    var line: [UInt8] {
        var line = JSONLine(type: "plan")
        line.set("version", Self.version)
        line.set("kind", kind.rawValue)
        line.set("destination", destination)
        line.set("marker", marker?.text)
        line.set("spec", spec)
        line.set("madeAt", UTCInstant(nanoseconds: made).text)
        return line.line
    }
}

/// One line of a plan: a group as it was when the plan was made.
package struct PlanEntry: Hashable, Sendable {
    /// What is to be done with the group's files, at least one. A plan tells neither their ctimes nor their inodes.
    package let action: Action
    /// The destination's name; nil if none is known.
    package let destination: String?
}

extension Action.Member {
    /// Whether a file is still this one, as a plan or a staged action has recorded it. If both hashes are known, they
    /// decide: a group that was parked and put back has new attributes but the same bytes.
    ///
    /// - Parameters:
    ///   - print: the file as it is.
    ///   - known: the hash of its bytes now; nil if unknown.
    ///   - keepsInodes: whether its file system keeps inode numbers and ctimes. An inode of 0 was not recorded.
    /// - Returns: whether it is the same.
    func isSame(as print: Fingerprint, sha256 known: [UInt8]?, keepsInodes: Bool) -> Bool {
        if let sha256, let known { return fingerprint.isSame(as: print, withInode: false) && sha256 == known }
        return fingerprint.isSame(as: print, withInode: keepsInodes && fingerprint.inode != 0)
    }
}
