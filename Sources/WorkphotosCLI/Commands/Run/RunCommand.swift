import ArgumentParser
import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct RunCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Scan, upload and purge, in order; for cron.",
        discussion: """
            Does what workphotos scan, workphotos upload and workphotos purge do without arguments. The directories \
            are those of [scan] roots, else those of earlier scans. If a step fails or is done in part, the others are \
            still done. A signal ends them all, and so does anything that keeps the scan from starting: an invalid \
            configuration or invalid fences, an index that cannot be used, or another running workphotos.

            An unattended run cannot ask, so its flags say in advance what it may do. --stage stages uploads and \
            removals, to review with workphotos staged and to carry out with workphotos apply. --no-purge removes \
            nothing. --yes purges without asking. With none of them, and without a terminal to ask at, nothing is done \
            and the exit status is 64.

            The exit status is the first of 130, 143, 12, 8, 4, 78, 10, 11, 1 and 3 that a step ended with, else 0. \
            With -q, nothing is printed if there is nothing to report. Without a destination, the upload reports that \
            and how to add one; the scan is still done, and the exit status is 78. In a dry run, each step is \
            independent: the upload that it shows is that of the index as it is now. A dry run notifies nobody.

            At its end, the run starts a command from [notify] of the configuration: on-failure if the exit status is \
            not 0, on-success if it is, even if there was nothing to do. The command is a list, a program and its \
            arguments, and is not passed to a shell. On standard input it gets a line with the result of the run, the \
            first 50 problems, and the summary of each step, but no positions. It may take one minute. If it fails, a \
            line on standard error says why, and the exit status does not change. If the configuration itself cannot \
            be read, no command can be started: cron's own mail, or the journal, reports that.

            --metrics writes a file for the textfile collector of the Prometheus node_exporter, completely or not at \
            all, even if the run failed: workphotos_run_exit_status, workphotos_run_last_success_timestamp_seconds, \
            photos by verdict, what is waiting, copies that are lost, and more. Each has the label user, the name of the \
            user, so that one collector can read the files of several. The directory must exist, and only metrics of \
            an earlier run are replaced. If they cannot be written, the exit status is 3 instead of 0.

            make install installs a systemd timer: systemctl --user enable --now workphotos.timer runs workphotos run \
            --stage every night. The first example does the same in a crontab.

            Examples:
              30 2 * * *  $HOME/.local/bin/workphotos run --stage --quiet
              workphotos run --stage && workphotos staged && workphotos apply
              workphotos run --dry-run
              workphotos run --yes --quiet --wait 10m
              workphotos run --yes --quiet --metrics ~/workphotos.prom
            """)

    @Flag(help: "Stage uploads and removals for apply; do neither.")
    var stage = false

    @Flag(help: "Scan and upload only; remove nothing.")
    var noPurge = false

    @Flag(name: [.customShort("y"), .long], help: "Purge without asking for confirmation.")
    var yes = false

    @Option(
        help: ArgumentHelp(
            "Write the result and the state of the library to a file for the Prometheus node_exporter (*.prom).",
            valueName: "file"),
        completion: .file())
    var metrics: String?

    @OptionGroup
    var inferred: InferredOption

    @OptionGroup
    var rate: RateOption

    @Flag(name: [.customShort("n"), .long], help: "Show what each step would do; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Scanning" }

    func run(in session: Session) async throws -> ExitStatus {
        let session = session.sending(rate)
        let began = session.environment.clock.now
        let notice = RunNotice(settings: (try? session.configuration())?.notify, session: session)
        do {
            let file = try fileOfMetrics(session)
            let status = try await measuredStatus(file, since: began, in: session)
            if !dryRun { await notice.send(status) }
            return status
        } catch ConsoleError.closed {
            throw ConsoleError.closed
        } catch {
            if !dryRun { await notice.send(error) }
            throw error
        }
    }

    /// The status; if there is none because of an error, the metrics are written with that of the error.
    private func measuredStatus(
        _ file: OutputFile?, since began: Int64, in session: Session
    ) async throws -> ExitStatus {
        do {
            return try await status(file, in: session)
        } catch ConsoleError.closed {
            throw ConsoleError.closed
        } catch {
            let failure = Failure(error, options: global, interruption: session.environment.interruption)
            _ = measure([:], failure.exit, file, since: began, in: session)
            throw error
        }
    }

    /// Writes the metrics, if they were asked for.
    ///
    /// - Returns: the exit status; a success becomes a partial one if they cannot be written.
    private func measure(
        _ ends: [String: ExitStatus], _ status: ExitStatus, _ file: OutputFile?, since began: Int64, in session: Session
    ) -> ExitStatus {
        guard let file, !dryRun else { return status }
        let now = session.environment.clock.now
        let library = try? session.unjudgedLibrary()
        let text = RunMetrics(
            user: session.environment.userName(), ends: ends, status: status, ended: now,
            seconds: Double(now - began) / 1e9,
            lastGood: status == .success ? now : (try? library?.lastGoodRun()) ?? nil,
            lostCopies: try? library?.lostCopies(), library: try? library?.status(by: session.configuration().upload))
        do throws(PipelineError) {
            try file.write(text.bytes)
            return status
        } catch {
            session.reporter.warn("--metrics: \(terminalSafe(metrics ?? "")): \(error.message)")
            return ExitStatus(worstOf: [status, .partial])
        }
    }

    private func status(_ file: OutputFile?, in session: Session) async throws -> ExitStatus {
        try requireWord(session)
        try check(session)
        let (began, started) = (session.environment.clock.uptime, session.environment.clock.now)
        let steps = RunSteps(steps: try steps(in: session), isDryRun: dryRun, session: session)
        let ends = try await steps.run()
        // If the index cannot be read, a step has already reported it.
        let warnings = ShareWarnings(
            (try? session.shares()) ?? [], albums: (try? session.unjudgedLibrary().unseenAlbums()) ?? [],
            options: session.options)
        warnings.warn(by: session.reporter)
        let signal = session.environment.interruption.signal.map { ExitStatus($0) }
        let result = ExitStatus(worstOf: [signal] + ends.values.map(Optional.some))
        let status = measure(ends, result, file, since: started, in: session)
        if !dryRun { note(status, since: started, in: session) }
        if session.reporter.isJSON {
            try session.reporter.print(
                JSONLine(
                    run: ends, status: status, exposed: warnings.exposed,
                    seconds: Double(session.environment.clock.uptime - began) / 1e9))
        }
        return status
    }

    /// Records the run's result in the index, for the age of the last good run. An error does not change the exit
    /// status.
    private func note(_ status: ExitStatus, since started: Int64, in session: Session) {
        do {
            try RunNote(index: try session.places.index(), environment: session.environment)
                .write(exit: status.rawValue, since: started)
        } catch {
            session.reporter.detail("the run could not be noted: \(Failure(error).message)")
        }
    }

    private func steps(in session: Session) throws -> [RunStep] {
        let mode: PlanMode = dryRun ? .dryRun : stage ? .stage : .carryOut
        let scan = ScanCall(options: ScanOptions.init(_:places:), isDryRun: dryRun, session: session)
        let upload = try session.upload(
            .selection(PhotoSelection()), creation: .ask,
            includesInferred: inferred.includeInferred)
        let settings = { @Sendable [inferred] in
            var settings = try session.now.purgeSettings()
            settings.includesInferred = inferred.includeInferred
            return settings
        }
        let purge = try PurgeAct(origin: .selection(PhotoSelection()), settings: settings, isConfirmed: yes)
        let steps = [
            RunStep(name: "scan") { try await scan.run(waiting: global.wait) },
            RunStep(name: "upload") { try await session.carryOut(upload, mode, as: "upload", inRun: true) },
            RunStep(name: "purge") { try await session.carryOut(.purge(purge), mode, as: "purge") },
        ]
        return noPurge ? steps.dropLast() : steps
    }

    /// The file of the metrics; nil if none is wanted.
    ///
    /// - Throws: `Failure` (64) where it cannot be written: the run would do its work and report it nowhere.
    private func fileOfMetrics(_ session: Session) throws(Failure) -> OutputFile? {
        guard let metrics else { return nil }
        do throws(PipelineError) {
            return try session.output(metrics, .metrics)
        } catch {
            throw Failure(.usage, what: "usage", message: "--metrics: \(error.message)", path: error.path)
        }
    }

    /// Requires a confirmation of removals, or a terminal to ask at.
    private func requireWord(_ session: Session) throws {
        if stage || noPurge || yes || dryRun || session.environment.confirmation.canAsk { return }
        throw Failure(
            .usage, what: "unconfirmed",
            message: "This run may remove photos, but there is no terminal to ask at: give --yes, or --stage to review "
                + "first, or --no-purge",
            next: "workphotos run --stage")
    }

    /// Checks the settings of all steps, so that an error in them is reported before the first step begins.
    private func check(_ session: Session) throws {
        _ = try session.configuredDestinations()
        _ = try session.destinationSettings()
        _ = try session.uploadSettings(fences: try session.rules().fences)
    }
}

extension JSONLine {
    /// The `summary` line of `run`.
    fileprivate init(run ends: [String: ExitStatus], status: ExitStatus, exposed: Int, seconds: Double) {
        self.init(type: "summary")
        set("command", "run")
        set("scan", ends["scan"].map { Int($0.rawValue) })
        set("upload", ends["upload"].map { Int($0.rawValue) })
        set("purge", ends["purge"].map { Int($0.rawValue) })
        set("exit", Int(status.rawValue))
        set("exposed", exposed)
        set("seconds", seconds)
    }
}

/// Notifies the user of a run's result with the command in `[notify]`.
struct RunNotice {
    /// The settings; nil if the configuration cannot be read. Nothing is sent then.
    let settings: NotifySettings?
    let session: Session

    /// Notifies of a run that ended with an exit status.
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
