import PhotoModel

/// Whether the configuration can be used.
struct ConfigurationCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.configuration)
        switch context.settings.keys {
        case .success(let keys): return [CheckLine(.configuration, path, .ok, .configured(keys: keys))]
        case .failure(let error): return [CheckLine(.configuration, path, error)]
        }
    }
}

/// Whether the fences can be used, and say where work is.
struct FencesCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.fences)
        switch context.settings.rules {
        case .failure(let error):
            // What is wrong with the configuration is told there.
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
