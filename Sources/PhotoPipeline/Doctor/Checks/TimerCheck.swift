import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks whether something runs the program regularly: a systemd timer, or a line of a crontab.
struct TimerCheck: DoctorCheck {
    func lines(_ context: CheckContext) async -> [CheckLine] {
        let calls = await ScheduledRuns(context.environment).find()
        if calls.isEmpty {
            let finding = "no timer and no crontab line runs workphotos; it is run only by hand"
            return [CheckLine(.timer, .whole, .warning, finding, remedy: .startTimer)]
        }
        return calls.map { call in
            let (caller, command) = (call.caller == .cron ? "cron" : "systemd", terminalSafe(call.command))
            guard let program = call.missingProgram(context.environment.variables) else {
                return CheckLine(.timer, .path(call.place), .ok, "\(caller) runs: \(command)")
            }
            return CheckLine(
                .timer, .path(call.place), .problem,
                "\(caller) runs \(terminalSafe(program.bytes)), which is no program that this user can run: \(command)",
                remedy: .command("command -v workphotos"))
        }
    }
}

/// Checks when a run last succeeded.
struct LastRunCheck: DoctorCheck {
    private static let never = "there was no good run yet"

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else {
            return context.settings.maxAge == nil
                ? [] : [CheckLine(.lastRun, .whole, .problem, Self.never, remedy: .stageNight)]
        }
        do throws(IndexError) {
            let last = try index.latestRun("run")
            // Users who run the steps one by one have no run of all steps.
            let good = try index.latestRun(last == nil ? "scan" : "run", isComplete: true)
            return [line(good: good.map { context.age(of: $0) }, last, context)]
        } catch {
            return [CheckLine(.lastRun, .whole, error)]
        }
    }

    private func line(good: Duration?, _ last: RunRecord?, _ context: CheckContext) -> CheckLine {
        if let limit = context.settings.maxAge, good.map({ $0 > limit }) ?? true {
            let finding =
                good.map { "the last good run was \($0.brief) ago; --max-age is \(limit.brief)" } ?? Self.never
            return CheckLine(.lastRun, .whole, .problem, finding, remedy: good == nil ? .stageNight : .listRuns)
        }
        if let last, last.isComplete == false {
            let end = "\(context.age(of: last).brief) ago, ended with exit status \(last.counts["exit"] ?? 1)"
            let before = good.map { "the last good one was \($0.brief) ago" } ?? Self.never
            return CheckLine(
                .lastRun, .whole, .warning, "the last run, \(end); \(before)", remedy: .listRuns)
        }
        guard let good else { return CheckLine(.lastRun, .whole, .warning, Self.never, remedy: .stageNight) }
        return CheckLine(.lastRun, .whole, .ok, "the last good run was \(good.brief) ago")
    }
}

extension CheckContext {
    fileprivate func age(of run: RunRecord) -> Duration { age(of: run.ended ?? run.started) }
}
