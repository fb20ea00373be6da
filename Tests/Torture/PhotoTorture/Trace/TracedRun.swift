internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

/// Runs of the program under strace, which strikes at one call.
struct TracedRun {
    let world: World
    /// The system's behaviour in every run, as strace expressions, such as a missing call.
    let conditions: [String]
    /// Variables only for the program.
    let variables: [String: String]

    /// The timeout of a run, in seconds.
    static let patience = 120

    struct Result {
        /// Its end; nil if it had to be killed.
        var outcome: Outcome?
        var trace: Trace
    }

    /// Runs the program undisturbed.
    func record(_ arguments: [String]) throws -> Result {
        let running = try start(arguments, injection: nil)
        return try end(running)
    }

    /// Runs the program and strikes at a point; `attack` runs while it is stopped there.
    func strike(_ point: Point, _ arguments: [String], attack: () throws -> Void) throws -> Result {
        let running = try start(arguments, injection: point.injection)
        if case .attack = point.blow { try attackWhenStopped(running, attack) }
        return try end(running)
    }

    private var log: FilePath { world.path("scratch/trace") }

    private func start(_ arguments: [String], injection: String?) throws -> Running {
        try? world.tree.remove("scratch/trace")
        var wrapper = ["strace", "-f", "-q", "-y", "-s", "32", "-o", log.string]
        if world.remote != nil {
            // The rclone that it starts is not traced.
            wrapper.append("--detach-on=execve")
        } else if injection?.contains(":signal=") != true {
            // Filtering is faster, but strace 6.1 then sends no signals.
            wrapper.append("--seccomp-bpf")
        }
        for expression in [WatchedCalls.expression] + conditions + (injection.map { [$0] } ?? []) {
            wrapper += ["-e", expression]
        }
        for (name, value) in variables { wrapper += ["-E", "\(name)=\(value)"] }
        return try world.program.under(wrapper).start(arguments)
    }

    private func end(_ running: Running) throws -> Result {
        guard running.ends(within: Self.patience) else {
            running.send(SIGKILL)
            Leftovers.end(home: world.path("home"))
            return Result(outcome: nil, trace: Trace(log: log))
        }
        return Result(outcome: try running.wait(), trace: Trace(log: log))
    }

    /// Waits until every thread has stopped, runs the attack, and continues the threads.
    private func attackWhenStopped(_ running: Running, _ attack: () throws -> Void) throws {
        var trace = Trace(log: log)
        let isStopped = eventually {
            trace = Trace(log: log)
            return !running.isRunning || trace.stops > 0 && trace.stops >= threads(of: trace.process)
        }
        guard let process = trace.process else { return }
        defer { goOn(running, process) }
        if isStopped, running.isRunning { try attack() }
    }

    /// Continues a stopped process until its end. Each thread that reaches the call's number stops the process again,
    /// and a signal that arrives just before strace waits for it is lost.
    private func goOn(_ running: Running, _ process: Int32) {
        let status = FilePath("/proc/\(process)/status")
        let end = ContinuousClock.now + .seconds(Self.patience)
        var size = 0
        while running.isRunning, ContinuousClock.now < end {
            if log.size == size, status.text.contains("(tracing stop)") { kill(process, SIGCONT) }
            size = log.size
            usleep(20_000)
        }
    }

    private func threads(of process: Int32?) -> Int {
        guard let process else { return 1 }
        return (try? FilePath("/proc/\(process)/task").entries.count) ?? 1
    }
}
