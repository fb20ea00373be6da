import PhotoFiles
import PhotoModel
import PhotoPipeline
import PhotoReview
import Synchronization
import SystemPackage

/// Serves the page of `review` until the person is done.
struct ReviewRun {
    /// How long a browser may take to open the page before the address is printed.
    private static let patience = Duration.seconds(5)
    /// The port for a tunnel; nil for a free one.
    let port: Int?
    let opensBrowser: Bool
    let session: Session

    /// Serves the photos of a selection.
    ///
    /// - Throws: `Failure`, where the page is served already, too; `ConsoleError`; what the pipeline throws.
    func serve(_ selection: PhotoSelection) async throws -> ExitStatus {
        let library = try ReviewLibrary(selection, session)
        let server = try await start(library)
        do {
            let ending = try await serve(library, by: server)
            if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
            if ending == .unattended { session.reporter.note("Nobody has looked at the page for half an hour") }
            for line in await library.lastLines ?? [] { session.reporter.note("next: \(terminalSafe(line))") }
            return .success
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Reads the photos while a browser comes to the page.
    private func serve(_ library: ReviewLibrary, by server: ReviewServer) async throws -> ReviewServer.Ending {
        let place = try recordPlace(of: server)
        let photos = try await library.count()
        session.progress.end()
        try tell(server, photos: photos)
        async let loaded: Void = load(library, of: server)
        let ending = await opensBrowser ? waitInBrowser(for: server) : wait(for: server, openingBrowserAt: nil)
        try await loaded
        _ = consume place
        return ending
    }

    /// Reads the photos. Where they cannot be read, the server ends.
    private func load(_ library: ReviewLibrary, of server: ReviewServer) async throws {
        do {
            try await library.load()
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Waits for the end, with the file that leads a browser to the page.
    private func waitInBrowser(for server: ReviewServer) async -> ReviewServer.Ending {
        guard let file = try? startFile(of: server) else { return await wait(for: server, openingBrowserAt: nil) }
        let ending = await wait(for: server, openingBrowserAt: file.path)
        _ = consume file
        return ending
    }

    private func start(_ library: ReviewLibrary) async throws(Failure) -> ReviewServer {
        do {
            return try await ReviewServer.start(library, port: port, random: session.environment.random)
        } catch {
            let place = port.map { "port \($0) of 127.0.0.1" } ?? "this machine"
            throw Failure(.failed, what: "address", message: "The page cannot be served on \(place): \(error)")
        }
    }

    private func recordPlace(of server: ReviewServer) throws -> ReviewPlace {
        do {
            return try ReviewPlace(
                beside: session.places.index(), at: server.address, now: session.environment.clock.now)
        } catch let taken as ReviewPlace.Taken {
            throw Failure(
                .failed, what: "running",
                message: "The page is open already (\(terminalSafe(taken.holder))): end it there first")
        }
    }

    /// A file that leads a browser to the page: others can read its arguments, but not the file.
    private func startFile(of server: ReviewServer) throws(Errno) -> PrivateFile {
        let variables = session.environment.variables
        let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { variables[$0] }.map { FilePath($0) }
        let place = named.first { place in
            place.isAbsolute && (try? FileStatus(at: place, followingLinks: true))?.isDirectory == true
        }
        let directory = (place ?? "/tmp").appending("workphotos-\(session.environment.random())")
        return try PrivateFile("review.html", server.startPage, in: directory)
    }
}

extension ReviewRun {
    /// Says where the page is. The address with the token is printed only if nothing else leads there.
    private func tell(_ server: ReviewServer, photos: Int) throws {
        let reporter = session.reporter
        if reporter.isJSON {
            var line = JSONLine(type: "review")
            line.set("address", server.startAddress)
            line.set("photos", photos)
            try reporter.print(line)
        } else {
            if let port {
                try reporter.print(exactly: "On your machine: ssh -L \(port):127.0.0.1:\(port) HOST")
            }
            if !opensBrowser { try reporter.print(exactly: server.startAddress) }
            reporter.note("\(photos.counting("photo")); to end: Done on the page, or Control-C here")
        }
        try reporter.flush()
    }

    /// Waits for the end, which a signal is too. Meanwhile opens the browser.
    private func wait(for server: ReviewServer, openingBrowserAt file: FilePath?) async -> ReviewServer.Ending {
        let environment = session.environment
        return await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                await environment.interruption.wait()
                if environment.interruption.signal != nil { await server.stop() }
            }
            if opensBrowser { open(server, file, &tasks) }
            let ending = await server.waitUntilDone()
            tasks.cancelAll()
            return ending
        }
    }

    private func open(_ server: ReviewServer, _ file: FilePath?, _ tasks: inout TaskGroup<Void>) {
        let (environment, reporter) = (session.environment, session.reporter)
        let isTold = FirstTime()
        let tell: @Sendable (String) -> Void = { why in
            if isTold.isFirst { reporter.note("\(why); open it yourself: \(server.startAddress)") }
        }
        tasks.addTask {
            guard let file else { return tell("No private file could be made for the browser") }
            if await !environment.openPage(fileAddress(of: file)), !Task.isCancelled {
                tell("No browser could be opened")
            }
        }
        tasks.addTask {
            let isOpen = await withTaskGroup(of: Bool?.self) { waits in
                waits.addTask { await server.waitUntilStarted() }
                waits.addTask {
                    guard (try? await environment.clock.sleep(for: Self.patience)) != nil else { return true }
                    return nil
                }
                defer { waits.cancelAll() }
                return await waits.next() ?? true
            }
            if isOpen == nil { tell("No browser has opened the page yet") }
        }
    }
}

/// Whether something is done for the first time.
private final class FirstTime: Sendable {
    private let isDone = Mutex(false)

    /// True the first time.
    var isFirst: Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }
}
