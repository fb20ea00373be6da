import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks that files removed from each root can be put into a trash.
struct TrashCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let roots = ((try? context.readable?.roots().map(\.path)) ?? []).filter { (try? resolveRoot($0)) != nil }
        if roots.isEmpty { return [] }
        // The name of a possible file there. Nothing is made, and nothing is looked for.
        let files = roots.map { $0.appending("workphotos-doctor.jpg") }
        let answers = context.environment.trashService(.trash).prepare(files, run: 0, firstNumber: 0)
        return zip(roots, answers).map { root, answer in
            switch answer {
            case .success: return CheckLine(.trash, .path(root), .ok, "removed files go to the trash")
            case .failure(let error):
                return CheckLine(
                    .trash, .path(root), .problem, error.detail,
                    remedy: error.remedy ?? .command("ls -ld \(shellQuoted(root.bytes))"))
            }
        }
    }
}
