import PhotoModel

extension PipelineError {
    /// What a service says of a destination as such.
    init(_ error: UploadError, at named: NamedSpec) {
        let kind: Kind =
            switch error.kind {
            case .signIn: .signIn
            case .quota: .quota
            case .interrupted: .interrupted
            case .overlap: .overlap
            default: .destination
            }
        // A place that ends with a colon, as a remote without a path, needs no other.
        let what = named.described
        self.init(kind, "\(what)\(what.hasSuffix(":") ? "" : ":") \(terminalSafe(error.detail))", next: error.next)
    }
}

extension NamedSpec {
    /// Name and place, for messages.
    var described: String {
        hasName
            ? "The destination '\(terminalSafe(name))' (\(terminalSafe(spec.shown)))"
            : "The destination \(terminalSafe(spec.shown))"
    }
}
