import PhotoIndex
import PhotoModel

/// A file as a scan reads it of a camera's photo.
func withCamera(_ file: ScannedFile, _ model: String = "M11") -> ScannedFile {
    var file = file
    guard case .photo(var facts) = file.reading.content else { return file }
    (facts.make, facts.model) = ("Leica", model)
    file.reading.content = .photo(facts)
    return file
}

extension PhotoIndex {
    /// What an index is judged by that infers positions.
    static let inferringBasis = JudgingBasis(
        fences: Array(repeating: 1, count: 32), settings: Array(repeating: 2, count: 32), rulesVersion: 1, infers: true)

    /// Judges anew with inferred positions, or without.
    @discardableResult
    func infer(_ isOn: Bool = true) throws -> [VerdictChange] {
        var settings = TriageSettings()
        settings.inference = isOn ? InferenceSettings() : nil
        return try judgeAnew(
            basis: isOn ? Self.inferringBasis : Uploads.basis, inferringBy: Triage(fences: [], settings: settings),
            judge: Library.judge)
    }
}
