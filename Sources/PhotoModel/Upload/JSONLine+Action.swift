import SystemPackage

extension JSONLine {
    /// The `action` line of the contract, of plans as of reports.
    package init(action: Action) {
        self.init(type: "action")
        set("id", action.id)
        set("kind", action.kind.rawValue)
        set("members", action.members) { member, object in
            object.set(path: member.path)
            object.set("role", member.role.rawValue)
            object.set("bytes", member.fingerprint.size)
            object.set("modifiedAt", UTCInstant(nanoseconds: member.fingerprint.modified).text)
            object.set("sha256", member.sha256.map(hexText))
            object.set("target", member.target?.path.string)
        }
        set("bytes", action.bytes)
        set("destination", action.destination?.name)
        set("target", action.target?.string)
        set("state", action.state.rawValue)
        set("why", action.why?.rawValue)
    }
}
