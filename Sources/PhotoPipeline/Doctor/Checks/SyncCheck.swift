import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks whether a program synchronises a root with another place: what a purge removes disappears there too.
struct SyncCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let known = (try? context.readable?.roots().map(\.path)) ?? []
        let roots = known.isEmpty ? context.settings.roots : known
        let signs = SyncSigns(variables: context.environment.variables)
        return roots.filter { (try? resolveRoot($0)) != nil }.map { root in
            guard let (tool, sign) = signs.find(at: root) else {
                return CheckLine(.sync, .path(root), .ok, "there is no sign of a sync program")
            }
            let place = terminalSafe(sign.bytes)
            return CheckLine(
                .sync, .path(root), .warning,
                "\(tool.rawValue) syncs it with another place (\(place)): \(tool.consequence)")
        }
    }
}
