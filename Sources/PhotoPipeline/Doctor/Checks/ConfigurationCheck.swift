import PhotoModel

/// Checks that the configuration can be used.
struct ConfigurationCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.configuration)
        switch context.settings.keys {
        case .success(let keys):
            let patterns = (try? context.settings.rules.get())?.emptyTrackPatterns ?? []
            return [CheckLine(.configuration, path, .ok, .configured(keys: keys))]
                + patterns.map { CheckLine(.configuration, path, .warning, .noTracks($0)) }
                + context.settings.notifiers.filter { !isExecutable($0.program) }.map { key, program in
                    CheckLine(
                        .configuration, path, .problem, .noNotifier(key: key, program),
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
            return error.kind == .configuration ? [] : [CheckLine(.fences, path, error)]
        case .success(let rules):
            let work = rules.fences.fences.count { $0.kind == .work }
            let never = rules.fences.fences.count - work
            return work == 0
                ? [CheckLine(.fences, path, .warning, .noWorkFence, remedy: .addFence)]
                : [CheckLine(.fences, path, .ok, .fences(work: work, never: never))]
        }
    }
}
