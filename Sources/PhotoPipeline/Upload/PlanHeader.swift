package import PhotoModel

/// What a plan file says of itself in its first line.
package struct PlanHeader: Hashable, Sendable {
    /// The version of the format that this program writes, and the only one it reads.
    static let version = 1
    /// With what each plan begins, and no photo does.
    static let start = Array(#"{"type":"plan","#.utf8)

    /// What is to be done.
    package var kind: Action.Kind
    /// What users call the destination; nil where none is known.
    package var destination: String?
    /// By what the destination is known again; nil where nobody has asked it.
    package var marker: DestinationMarker?
    /// Where it is, as users write it.
    package var spec: String?
    /// When the plan was made, nanoseconds since 1970-01-01T00:00:00Z.
    package var made: Int64

    package init(kind: Action.Kind, destination: String?, marker: DestinationMarker?, spec: String?, made: Int64) {
        self.kind = kind
        self.destination = destination
        self.marker = marker
        self.spec = spec
        self.made = made
    }

    /// The line.
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
    /// The line in the file, from 1.
    package var line: Int
    /// Its files, the leader first; at least one.
    package var files: [PlannedFile]
    /// The destination by its name; nil where none is known.
    package var destination: String?

    package init(line: Int, files: [PlannedFile], destination: String?) {
        self.line = line
        self.files = files
        self.destination = destination
    }
}
