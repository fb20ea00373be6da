import PhotoModel

/// Checks whether the libraries are there that are loaded only when a kind of destination needs them. That a known
/// destination cannot be reached without one is the finding of ``DestinationCheck``.
struct LibraryCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        var lines: [CheckLine] = []
        for kind in context.environment.destinationKinds.all {
            guard let library = kind.library() else { continue }
            let line =
                switch library {
                case .success(let name): CheckLine(.library, .whole, .ok, name)
                case .failure(let error):
                    CheckLine(.library, .whole, .warning, terminalSafe(error.cause), remedy: error.remedy)
                }
            // Several kinds may share one.
            if !lines.contains(line) { lines.append(line) }
        }
        return lines
    }
}
