import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks whether something runs the program regularly: a systemd timer, or a line of a crontab.
struct TimerCheck: DoctorCheck {
    func lines(_ context: CheckContext) async -> [CheckLine] {
        let calls = await ScheduledRuns(context.environment).find()
        if calls.isEmpty {
            return [CheckLine(.timer, .whole, .warning, .notCalled, remedy: .startTimer)]
        }
        return calls.map { call in
            guard let program = call.missingProgram(context.environment.variables) else {
                return CheckLine(.timer, .path(call.place), .ok, .called(by: call))
            }
            return CheckLine(
                .timer, .path(call.place), .problem, .callsMissing(program, call),
                remedy: .command("command -v workphotos"))
        }
    }
}

/// Checks when a run last succeeded.
struct LastRunCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else {
            return context.settings.maxAge == nil
                ? [] : [CheckLine(.lastRun, .whole, .problem, .neverRan, remedy: .stageNight)]
        }
        do throws(IndexError) {
            let last = try index.latestRun("run")
            // Users who run the steps one by one have no run of all steps.
            let good = try index.latestRun(last == nil ? "scan" : "run", isComplete: true)
            return [line(good: good.map { context.age(of: $0) }, last, context)]
        } catch {
            return [CheckLine(.lastRun, .whole, PipelineError(error))]
        }
    }

    private func line(good: Duration?, _ last: RunRecord?, _ context: CheckContext) -> CheckLine {
        if let limit = context.settings.maxAge, good.map({ $0 > limit }) ?? true {
            let finding = good.map { CheckFinding.ranTooLongAgo($0, limit: limit) } ?? .neverRan
            return CheckLine(.lastRun, .whole, .problem, finding, remedy: good == nil ? .stageNight : .listRuns)
        }
        if let last, last.isComplete == false {
            return CheckLine(
                .lastRun, .whole, .warning,
                .ranBadly(context.age(of: last), exit: last.counts["exit"] ?? 1, lastGood: good), remedy: .listRuns)
        }
        guard let good else { return CheckLine(.lastRun, .whole, .warning, .neverRan, remedy: .stageNight) }
        return CheckLine(.lastRun, .whole, .ok, .ranWell(good))
    }
}

extension CheckContext {
    fileprivate func age(of run: RunRecord) -> Duration { age(of: run.ended ?? run.started) }
}
