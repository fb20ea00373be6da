import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Notifies the user of a run's result with the command in `[notify]`.
struct RunNotice {
    /// The settings; nil if the configuration cannot be read. Nothing is sent then.
    let settings: NotifySettings?
    let session: Session

    func send(_ status: ExitStatus) async {
        await send(status, session.reporter.told)
    }

    /// Notifies of a run that failed before any work.
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
        // No shell expands the tilde.
        let path = program.hasPrefix("~/") ? session.places.expanded(program).string : program
        guard let reason = await session.environment.notifier.notify([path] + arguments, text: news.text(status))
        else { return }
        let key = isSuccess ? "on-success" : "on-failure"
        session.reporter.warn("\(key) in [notify]: \(terminalSafe(program)): \(reason)")
    }
}
