extension FolderTemplate {
    /// What a pattern is filled with of a group: the leader's part.
    package struct Subject: Hashable, Sendable {
        /// The fence that made it work; nil where a person marked it.
        package var fence: String?
        /// When the leader was taken; nil where nobody knows.
        package var time: WallTime?
        /// Who made the camera.
        package var make: String?
        /// Which camera it is.
        package var model: String?

        package init(fence: String?, time: WallTime?, make: String?, model: String?) {
            self.fence = fence
            self.time = time
            self.make = make
            self.model = model
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

    /// What the last component makes of a file's name; not safe yet. Where no time is known, one `undated` stands for
    /// the dates that follow each other, and what is between them.
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

/// The values of fields for one file.
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

    /// Make and model; the model alone where it begins with the make's first word, as `Canon EOS 5D` does.
    private var camera: String {
        let make = subject.make ?? ""
        let model = subject.model ?? ""
        let words = [make, model].map { $0.split(separator: " ").first?.lowercased() }
        let parts = words[0] == words[1] && !model.isEmpty ? [model] : [make, model]
        let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? "unknown camera" : text
    }
}
