import PhotoModel
import SystemPackage

extension Action {
    /// Takes the fingerprints of files that were parked and have their own names again, where their bytes are what they
    /// were: every one is read once more. A rename sets the time of the last change of attributes, by which the next run
    /// would take a file for a changed one. One that is another stays as it is noted.
    mutating func takeFingerprintsOfReturned(interruption: any Interruption) {
        for place in members.indices {
            guard let file = try? ProvenFile(members[place].path, interruption: interruption),
                file.sha256 == members[place].sha256
            else { continue }
            members[place].fingerprint = file.fingerprint
        }
    }
}
