import PhotoModel
import SystemPackage

struct ConfigurationCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.configuration)
        switch context.settings.keys {
        case .success(let keys):
            let patterns = (try? context.settings.rules.get())?.emptyTrackPatterns ?? []
            let found = keys.map { "valid, \($0.counting("key"))" } ?? "there is no such file; the defaults apply"
            return [CheckLine(.configuration, path, .ok, found)]
                + patterns.map { pattern in
                    CheckLine(
                        .configuration, path, .warning,
                        "gpx in [triage]: no file matches \(terminalSafe(pattern.bytes))")
                }
                + context.settings.notifiers.filter { !isExecutable($0.program) }.map { key, program in
                    CheckLine(
                        .configuration, path, .problem,
                        "\(key) in [notify]: \(terminalSafe(program.bytes)) is no program that this user can run",
                        remedy: .command("ls -l \(shellQuoted(program.bytes))"))
                }
        case .failure(let error): return [CheckLine(.configuration, path, error)]
        }
    }
}

/// Checks that the fences can be used and that one marks a work place.
struct FencesCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.fences)
        switch context.settings.rules {
        case .failure(let error):
            // Errors of the configuration are reported by its own check.
            // The error may be in the fences for all users.
            return error.kind == .configuration
                ? [] : [CheckLine(.fences, error.path.map(CheckLine.Subject.path) ?? path, error)]
        case .success(let rules):
            let work = rules.fences.fences.count { $0.kind == .work }
            let never = rules.fences.fences.count - work
            return work == 0
                ? [
                    CheckLine(
                        .fences, path, .warning, "there is no work fence, so no photo is work", remedy: .addFence)
                ]
                : [
                    CheckLine(
                        .fences, path, .ok,
                        work.counting("work fence") + (never > 0 ? ", \(never) never" : "")
                            + (rules.fences.sharedPath.map { ", with those in \(terminalSafe($0.bytes))" } ?? ""))
                ]
        }
    }
}
