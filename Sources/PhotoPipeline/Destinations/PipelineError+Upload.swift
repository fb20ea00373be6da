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
        self.init(kind, "\(named.described): \(terminalSafe(error.detail))")
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
