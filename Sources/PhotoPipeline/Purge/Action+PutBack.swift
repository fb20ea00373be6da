import PhotoIntake
import PhotoModel
import SystemPackage

extension Action {
    /// Takes the fingerprints of files that were parked and have their own names again. A rename sets the time of the last
    /// change of attributes, by which the next run would take a file for a changed one; whether its bytes are what they were
    /// it is read once more for. One that is another by now stays as it is noted.
    ///
    /// A wish to stop is no reason to leave it: the next run would have to be told to scan and to upload.
    ///
    /// - Parameter paths: where the files are, a path a member.
    mutating func takeFingerprints(at paths: [FilePath]) {
        for (place, path) in zip(members.indices, paths) {
            var expected = members[place].fingerprint
            guard let found = try? FileStatus(at: path).fingerprint, found != expected else { continue }
            expected.changed = found.changed
            guard found == expected, let file = try? ProvenFile(path, interruption: NeverInterrupted()),
                file.sha256 == members[place].sha256
            else { continue }
            members[place].fingerprint = file.fingerprint
        }
    }
}
