internal import FakeDrive
internal import Glibc
internal import WorkphotosTestSupport

/// Kills and disturbs a program at its requests to Google Drive, runs it again, and checks that every photo is where it
/// should be, exactly once.
package struct DriveTorture: Sendable {
    let program: String
    /// Called after each strike.
    package var progress: @Sendable (DriveStrike) -> Void = { _ in }
    /// The number of concurrent strikes.
    package var workers = 2
    package var acts = DrivePoint.Act.allCases

    package init(program: String) {
        self.program = program
    }

    /// Strikes at points chosen by a seed.
    ///
    /// - Parameter count: the number of points.
    package func run(points count: Int, seed: UInt64) async throws -> [DriveStrike] {
        var requests: [DrivePoint.Act: Int] = [:]
        for act in acts {
            requests[act] = try await DriveScene.requests(of: act, program: program)
        }
        var draw = Draw(seed: seed)
        let points = (0..<count).map { number in
            let act = acts[number % acts.count]
            return DrivePoint(
                act: act, blow: DrivePoint.blows[draw.below(DrivePoint.blows.count)],
                request: 1 + draw.below(requests[act] ?? 1))
        }
        return try await withThrowingTaskGroup(of: DriveStrike.self) { tasks in
            var (strikes, left): ([DriveStrike], ArraySlice<DrivePoint>) = ([], points[...])
            func begin() {
                guard let point = left.popFirst() else { return }
                tasks.addTask { try await strike(point) }
            }
            for _ in 0..<workers { begin() }
            while let strike = try await tasks.next() {
                progress(strike)
                strikes.append(strike)
                begin()
            }
            return strikes
        }
    }

    /// Strikes once, in a new scene.
    func strike(_ point: DrivePoint) async throws -> DriveStrike {
        var settings = FakeDrive.Settings()
        settings.threads = 1
        return try await FakeDrive.run(settings) { drive in
            let scene = try DriveScene(drive, program: program)
            let command = try scene.prepare(point.act)
            drive.forgetBreaches()
            var violations: [String] = []
            let hasFired = try await fell(point, command, scene, &violations)
            drive.removeFaults()
            drive.releaseHangs()
            violations += try check(point, command, scene)
            return DriveStrike(point: point, hasFired: hasFired, violations: violations)
        }
    }

    /// Runs the command with the fault.
    ///
    /// - Returns: whether the request was made.
    private func fell(
        _ point: DrivePoint, _ command: [String], _ scene: DriveScene, _ violations: inout [String]
    ) async throws -> Bool {
        let drive = scene.drive
        let number = drive.requests.count + point.request
        var held: HeldRequest?
        switch point.blow {
        case .kill(let stage): held = drive.hold(.number(number), at: stage)
        case .fault(let fault): drive.plant(fault, at: .number(number))
        case .lasting(let fault):
            drive.plant(fault, at: .matching(after: max(0, point.request - 1)), times: 100_000)
        }
        let running = try scene.program.start(command)
        let other = point.act == .twoMachines ? try scene.second.start(command) : nil
        var isKilled = false
        while running.isRunning {
            if held?.isReached == true {
                running.send(SIGKILL)
                isKilled = true
                break
            }
            try? await Task.sleep(for: .milliseconds(2))
        }
        held?.release()
        let outcome = try running.wait()
        let ended = [isKilled ? nil : outcome, try other?.wait()].compactMap(\.self)
        let ends: Set<Int32> = [0, 1, 3, 4, 8, 12]
        for outcome in ended where !ends.contains(outcome.exit) {
            violations.append("ended with \(outcome.exit): \(outcome.notes.suffix(300))")
        }
        violations += try lost(scene)
        if point.act.isAboutSharing { violations += try sharesThatAreUnknown(scene) }
        return drive.requests.count >= number
    }

    /// Photos that exist nowhere any more. Must be empty at any time.
    private func lost(_ scene: DriveScene) throws -> [String] {
        let (there, copies) = (try scene.contents().all, scene.copies())
        return DriveScene.work.compactMap { file in
            let hash = DriveScene.hash(file.bytes)
            return there[hash] == nil && copies[hash] == nil ? "\(file.path) is lost" : nil
        }
    }

    // MARK: - The second run

    private func check(_ point: DrivePoint, _ command: [String], _ scene: DriveScene) throws -> [String] {
        var violations: [String] = []
        if point.act.isAboutAlbums {
            violations += try checkAlbum(point, command, scene)
        } else if point.act.isAboutSharing {
            violations += try checkSharing(point, command, scene)
        }
        let command = point.act.isAboutSharing ? ["upload", "--to", "drive"] : command
        let again = try scene.program.start(command).wait()
        // A rate limit of the first run does not apply to this one.
        if again.exit != 0 { violations.append("the second run ended with \(again.exit): \(again.notes.suffix(300))") }
        if point.act == .twoMachines {
            let other = try scene.second.start(command).wait()
            if other.exit != 0 {
                violations.append("the other machine ended with \(other.exit): \(other.notes.suffix(300))")
            }
        }
        violations += try lost(scene)
        violations += copiesThatAreWrong(scene, isShared: point.act == .twoMachines)
        violations += try libraryThatIsWrong(point, scene)
        let verification = try scene.program.run("verify", "--json")
        if verification.exit != 0 { violations.append("verify ended with \(verification.exit): \(verification.notes)") }
        if point.act == .upload {
            let before = scene.drive.requests.count
            try scene.program.run("upload", "--to", "drive")
            let more = scene.drive.requests.dropFirst(before).filter { $0.method != "GET" }
            if !more.isEmpty { violations.append("a third run changes something: \(more.map(\.method))") }
        }
        let breaches = scene.drive.breaches.filter { !isExcused($0, point) }
        if !breaches.isEmpty { violations.append("breaches: \(breaches)") }
        return violations
    }

    /// Breaches that another run cannot avoid, because it does not know how long the killed one had to wait, or that a
    /// session has ended.
    private func isExcused(_ breach: Breach, _ point: DrivePoint) -> Bool {
        guard breach.kind == .retryAfterNotKept || breach.kind == .deadSessionAgain else { return false }
        // The request was already on its way when the answer with a wait of one second came.
        if breach.text.contains(#/ (9[0-9]{2}|1000) ms too early/#) { return true }
        if case .kill = point.blow { return true }
        return point.act == .twoMachines
    }

    private func copiesThatAreWrong(_ scene: DriveScene, isShared: Bool) -> [String] {
        let copies = scene.copies()
        var violations: [String] = []
        for file in LibraryPhotos.files {
            let count = copies[DriveScene.hash(file.bytes)] ?? 0
            if file.verdict != .work, count > 0 { violations.append("\(file.path) is there, and is no work") }
            // Two machines that start at the same time may both upload a photo, because neither has seen the other's
            // copy.
            let most = isShared ? 2 : 1
            if file.verdict == .work, file.isSent, !(1...most).contains(count) {
                violations.append("\(file.path) is there \(count) times")
            }
        }
        let known = Set(LibraryPhotos.files.map { DriveScene.hash($0.bytes) })
        let others = copies.keys.filter { !known.contains($0) }
        if !others.isEmpty { violations.append("\(others.count) copies are of no photo") }
        return violations
    }

    private func libraryThatIsWrong(_ point: DrivePoint, _ scene: DriveScene) throws -> [String] {
        // If Drive answers that a copy is missing, the photo is kept until it is uploaded again.
        if case .fault(.status(404, _, _)) = point.blow { return [] }
        let library = try scene.contents().library
        return LibraryPhotos.files.compactMap { file in
            let isThere = library[DriveScene.hash(file.bytes)] != nil
            let isGone = point.act == .purge && file.verdict == .work && file.isSent
            return isThere == !isGone ? nil : "\(file.path) is \(isThere ? "still" : "not") in the library"
        }
    }
}
