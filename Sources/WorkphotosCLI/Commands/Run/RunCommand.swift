import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

/// `workphotos run`.
struct RunCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Scan, upload and purge, one after the other; for cron.",
        discussion: """
            Does what workphotos scan, workphotos upload and workphotos purge do without arguments: the directories \
            are those of [scan] roots, else those of earlier scans. A step that was done in part, or failed, keeps \
            none of the others from being done; a signal ends them all, and so does what keeps the scan from \
            beginning: an invalid configuration or invalid fences, an index that cannot be used, another workphotos at \
            work.

            Whoever is not there to be asked has to say beforehand what may be done. With --stage uploads and removals \
            are put aside, to be looked at with workphotos staged and carried out with workphotos apply; --no-purge \
            leaves removals out; --yes has the purge done without asking. Without any of them, and without a terminal \
            to ask at, nothing is done and the exit status is 64.

            The exit status is the first of 130, 143, 12, 8, 4, 78, 10, 11, 1 and 3 that a step ended with, else 0. \
            With -q nothing is printed where there is nothing to say. Without a destination the upload says so and how \
            to add one, the scan is done all the same, and the exit status is 78. A dry run does each step by itself: \
            the upload it shows is of what the index has now, and nobody is notified.

            At its end it runs a command of the configuration: on-failure in [notify] where the exit status is not 0, \
            on-success where it is, also where there was nothing to do. A command is a list, the program and its \
            arguments; no shell is between. On its standard input it gets a line that says how the run came out, the \
            first 50 problems, and each step's summary; no positions. It has a minute. Where it fails, a line on \
            standard error says why, and the exit status stays. While the configuration itself cannot be read, there \
            is nothing to run: cron's own mail says so, or the journal.

            --metrics writes a file for the textfile collector of Prometheus' node_exporter, whole or not at all, also \
            where the run gave up: workphotos_run_exit_status, workphotos_run_last_success_timestamp_seconds, photos by \
            verdict, what waits, and more.

            make install brings a timer for systemd: systemctl --user enable --now workphotos.timer has workphotos run \
            --stage done every night. The first of the examples is the same as a line for crontab.

            Examples:
              30 2 * * *  $HOME/.local/bin/workphotos run --stage --quiet
              workphotos run --stage && workphotos staged && workphotos apply
              workphotos run --dry-run
              workphotos run --yes --quiet --wait 10m
              workphotos run --yes --quiet --metrics ~/workphotos.prom
            """)

    @Flag(help: "Put uploads and removals aside for apply, and do neither.")
    var stage = false

    @Flag(help: "Scan and upload only; remove nothing.")
    var noPurge = false

    @Flag(name: [.customShort("y"), .long], help: "Remove what purge would ask about, without asking.")
    var yes = false

    @Option(
        help: ArgumentHelp(
            "Write how it came out, and what the library holds, to a file for Prometheus' node_exporter (*.prom).",
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
            let status = try await status(in: session)
            if !dryRun { await notice.send(status) }
            return status
        } catch ConsoleError.closed {
            throw ConsoleError.closed
        } catch {
            if !dryRun { await notice.send(error) }
            let failure = Failure(error, options: global, interruption: session.environment.interruption)
            measure([:], failure.exit, since: began, in: session)
            throw error
        }
    }

    /// Writes the metrics, where that is asked for. That they cannot be written is told, and spoils no run.
    private func measure(_ ends: [String: ExitStatus], _ status: ExitStatus, since began: Int64, in session: Session) {
        guard let metrics, !dryRun else { return }
        let now = session.environment.clock.now
        let library = try? session.unjudgedLibrary()
        let text = RunMetrics(
            ends: ends, status: status, ended: now, seconds: Double(now - began) / 1e9,
            lastGood: (try? library?.lastGoodRun()) ?? nil, library: try? library?.status())
        do {
            try WholeFile.put(text.bytes, at: session.places.absolute(metrics))
        } catch {
            session.reporter.warn("--metrics: \(terminalSafe(metrics)): \(error.message)")
        }
    }

    private func status(in session: Session) async throws -> ExitStatus {
        try requireWord(session)
        try check(session)
        let (began, started) = (session.environment.clock.uptime, session.environment.clock.now)
        let steps = RunSteps(steps: try steps(in: session), isDryRun: dryRun, session: session)
        let ends = try await steps.run()
        // Where there is no index that can be read, a step has said so.
        let exposure = ExposureWords((try? session.shares()) ?? [], options: session.options)
        exposure.warn(by: session.reporter)
        let signal = session.environment.interruption.signal.map(ExitStatus.init)
        let status = ExitStatus(worstOf: Array(ends.values) + [signal].compactMap(\.self))
        if !dryRun { note(status, since: started, in: session) }
        measure(ends, status, since: started, in: session)
        if session.reporter.isJSON {
            try session.reporter.print(
                JSONLine(
                    run: ends, status: status, exposed: exposure.count,
                    seconds: Double(session.environment.clock.uptime - began) / 1e9))
        }
        return status
    }

    /// Notes how it came out, for whoever asks when the last good run was. That it cannot be noted spoils no night.
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
        var settings = try session.purgeSettings()
        settings.includesInferred = inferred.includeInferred
        let purge = PurgeAct(origin: .selection(PhotoSelection()), settings: settings, isConfirmed: yes)
        let steps = [
            RunStep(name: "scan") { try await scan.run(waiting: global.wait) },
            RunStep(name: "upload") { try await session.carryOut(upload, mode, as: "upload") },
            RunStep(name: "purge") { try await session.carryOut(.purge(purge), mode, as: "purge") },
        ]
        return noPurge ? steps.dropLast() : steps
    }

    /// Somebody has to have said that photos may be removed, or be there to say it.
    private func requireWord(_ session: Session) throws {
        if stage || noPurge || yes || dryRun || session.environment.confirmation.canAsk { return }
        throw Failure(
            .usage, what: "unconfirmed",
            message: "Photos may be removed, and nobody is there to ask: say --yes, or --stage to look at it first, or "
                + "--no-purge",
            next: "workphotos run --stage")
    }

    /// What would keep a later step from beginning is said before the first.
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
