import PhotoPipeline

extension ExitStatus {
    /// What a signal that ended the work means to a script.
    init(_ signal: InterruptionSignal) {
        switch signal {
        case .interrupt: self = .interrupted
        case .terminate: self = .terminated
        }
    }
}
