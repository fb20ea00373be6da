/// A pattern for where uploads go below a destination's top, as users write it:
/// `{fence}/{year}/{year}-{month}-{day}/{name}`.
///
/// The directories come from a group's leader and are the same for all of its files; in the last component each file
/// has its own name. Every component is made safe (``SafeName``), so none is empty, `.` or `..`, or has a slash in it.
package struct FolderTemplate: Hashable, Sendable {
    /// The default pattern.
    package static let standard = known("{fence}/{year}/{year}-{month}-{day}/{name}")
    /// The files' own names, without directories.
    package static let nameOnly = known("{name}")

    private static func known(_ text: String) -> FolderTemplate {
        do {
            return try FolderTemplate(parsing: text)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The pattern as it was written.
    package let text: String
    /// The components between slashes; the last is for the file's name.
    let components: [[Piece]]

    enum Piece: Hashable, Sendable {
        case text(String)
        case field(Field)
    }

    /// The fields of a pattern. The raw values are written between braces.
    enum Field: String, CaseIterable, Hashable, Sendable {
        /// The fence that made it work; `marked` where a person did.
        case fence
        /// The date of capture by the clock at the place: four digits, two, two.
        case year, month, day
        /// The camera's make and model; `unknown camera` where it does not say.
        case camera
        /// The name of the user who sends it.
        case user
        /// The file's own name; without its extension; the extension with its dot.
        case name, stem, ext

        /// Whether it needs a time of capture.
        var isDate: Bool { self == .year || self == .month || self == .day }
    }

    /// Reads a pattern.
    ///
    /// - Throws: `TextError` that says what to write instead.
    package init(parsing text: String) throws(TextError) {
        let shown = terminalSafe(text)
        if text.utf8.first == UInt8(ascii: "/") {
            throw TextError("'\(shown)' starts with '/'; it begins at the destination's top, as in \(Self.example)")
        }
        if text.utf8.contains(UInt8(ascii: "\\")) {
            throw TextError("'\(shown)' has a backslash in it; folders are parted by '/', as in \(Self.example)")
        }
        var components: [[Piece]] = []
        for component in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            switch String(Substring(component)) {
            case "": throw TextError("'\(shown)' has a folder without a name; write it as in \(Self.example)")
            case ".", "..": throw TextError("'\(shown)' has '.' or '..' for a folder; write it as in \(Self.example)")
            case let component: components.append(try Self.pieces(of: component[...]))
            }
        }
        let names: [Piece] = [.field(.name), .field(.stem)]
        guard components.last?.contains(where: names.contains) == true else {
            throw TextError("'\(shown)' does not end with the file's name; write \(shown)/{name}")
        }
        self.text = text
        self.components = components
    }

    private static let example = "{fence}/{year}/{name}"

    private static func pieces(of component: Substring) throws(TextError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = component
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{" else {
                throw TextError("there is a '}' without a '{' in '\(terminalSafe(String(component)))'")
            }
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            rest = rest[rest.index(after: brace)...]
            guard let end = rest.firstIndex(of: "}") else {
                throw TextError("there is a '{' without a '}' in '\(terminalSafe(String(component)))'")
            }
            pieces.append(.field(try field(String(rest[..<end]))))
            rest = rest[rest.index(after: end)...]
        }
        return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
    }

    private static func field(_ name: String) throws(TextError) -> Field {
        if let field = Field(rawValue: name) { return field }
        let known = Field.allCases.map(\.rawValue)
        let hint =
            nearestWord(to: name, among: known).map { "; did you mean {\($0)}?" }
            ?? "; known are \(known.map { "{\($0)}" }.joined(separator: " "))"
        throw TextError("there is no {\(terminalSafe(name))}\(hint)")
    }
}

extension FolderTemplate {
    /// The values that fill a pattern, from the group's leader.
    package struct Subject: Hashable, Sendable {
        /// The fence that made it work; nil if a person marked it.
        package var fence: String?
        /// When the leader was taken; nil if unknown.
        package var time: WallTime?
        /// The camera's maker.
        package var make: String?
        /// Which camera it is.
        package var model: String?
        /// Who sends it.
        package var user: String

        package init(fence: String?, time: WallTime?, make: String?, model: String?, user: String) {
            self.fence = fence
            self.time = time
            self.make = make
            self.model = model
            self.user = user
        }
    }

    /// The directories for a group, safe, from the destination's top down.
    func directories(for subject: Subject, leader: String) -> [String] {
        let values = Values(subject, name: leader)
        var directories: [String] = []
        var wasUndated = false
        for component in components.dropLast() {
            let isUndated = subject.time == nil && component.contains(where: \.isDate)
            if !(isUndated && wasUndated) {
                directories.append(isUndated ? Self.undated : SafeName.make(values.text(of: component)))
            }
            wasUndated = isUndated
        }
        return directories
    }

    /// The file's name by the last component; not safe yet. If no time is known, one `undated` replaces consecutive
    /// dates and what is between them.
    func name(for subject: Subject, file: String) -> String {
        var component = components.last ?? []
        if component == [.field(.name)] { return file }
        if subject.time == nil { component = Self.withoutDates(component) }
        return Values(subject, name: file).text(of: component)
    }

    private static let undated = "undated"

    private static func withoutDates(_ component: [Piece]) -> [Piece] {
        var pieces: [Piece] = []
        // What came after the last date, and is left out where another follows.
        var between: [Piece]?
        for piece in component {
            switch piece {
            case _ where piece.isDate:
                if between == nil { pieces.append(.text(undated)) }
                between = []
            case .text: if between == nil { pieces.append(piece) } else { between?.append(piece) }
            case .field:
                pieces += (between ?? []) + [piece]
                between = nil
            }
        }
        return pieces + (between ?? [])
    }
}

extension FolderTemplate.Piece {
    fileprivate var isDate: Bool {
        if case .field(let field) = self { field.isDate } else { false }
    }
}

private struct Values {
    private let subject: FolderTemplate.Subject
    private let date: CivilTime?
    private let name: String

    init(_ subject: FolderTemplate.Subject, name: String) {
        self.subject = subject
        self.name = name
        date = subject.time.map(CivilTime.init)
    }

    func text(of component: [FolderTemplate.Piece]) -> String {
        var text = ""
        for piece in component {
            switch piece {
            case .text(let literal): text += literal
            case .field(let field): text += value(of: field)
            }
        }
        return text
    }

    private func value(of field: FolderTemplate.Field) -> String {
        switch field {
        case .fence: subject.fence ?? "marked"
        case .year: digits(date?.year, 4)
        case .month: digits(date?.month, 2)
        case .day: digits(date?.day, 2)
        case .camera: camera
        case .user: subject.user
        case .name: name
        case .stem: SafeName.split(name).stem
        case .ext: SafeName.split(name).end
        }
    }

    private func digits(_ number: Int?, _ width: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(decimal: number ?? 0, width: width)
        return String(decoding: bytes, as: UTF8.self)
    }

    private var camera: String {
        let name = CameraName(make: subject.make, model: subject.model).text
        return name.isEmpty ? "unknown camera" : name
    }
}
