import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Tells the user how a run came out, by the command that `[notify]` names.
struct RunNotice {
    /// What it names; nil where the configuration cannot be read, and then nobody is told.
    let settings: NotifySettings?
    let session: Session

    /// Tells of a run that came to an exit status.
    func send(_ status: ExitStatus) async {
        await send(status, session.reporter.told)
    }

    /// Tells of a run that gave up before any work.
    func send(_ error: any Error) async {
        let failure = Failure(error, options: session.options, interruption: session.environment.interruption)
        var news = session.reporter.told
        news.add(problem: failure.text)
        await send(failure.exit, news)
    }

    private func send(_ status: ExitStatus, _ news: RunNotification) async {
        let isSuccess = status == .success
        guard let settings, let program = (isSuccess ? settings.onSuccess : settings.onFailure).first else { return }
        let arguments = (isSuccess ? settings.onSuccess : settings.onFailure).dropFirst()
        // No shell sees to it.
        let path = program.hasPrefix("~/") ? session.places.expanded(program).string : program
        guard let reason = await session.environment.notifier.notify([path] + arguments, text: news.text(status))
        else { return }
        let key = isSuccess ? "on-success" : "on-failure"
        session.reporter.warn("\(key) in [notify]: \(terminalSafe(program)): \(reason)")
    }
}
