import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The questions of `setup`. Each answer is tried, and asked for again if it cannot be used. Nothing is written.
struct SetupDialog {
    private static let standardRadius = "150m"
    let session: Session

    private var reporter: Reporter { session.reporter }

    /// Asks for everything that is not known yet, and for more places of work and of copies.
    ///
    /// - Throws: `Failure` if the user ends the dialog, or if existing settings are invalid.
    func plan() async throws -> SetupPlan {
        var plan = SetupPlan()
        let configuration = try session.configuration()
        if configuration.roots.isEmpty {
            plan.roots = try await roots()
        } else {
            reporter.note("Photos: \(configuration.roots.map { terminalSafe($0) }.joined(separator: ", "))")
        }
        let known = try session.fenceStore().load().fences
        let work = known.filter { $0.kind == .work }.map { terminalSafe($0.name) }
        if !work.isEmpty { reporter.note("Work: \(work.joined(separator: ", "))") }
        plan.fences = try await fences(besides: known.map(\.name), isFirst: work.isEmpty)
        let destinations = try session.destinationBook().all.map(\.name)
        if !destinations.isEmpty {
            reporter.note("Copies: \(destinations.map { terminalSafe($0) }.joined(separator: ", "))")
        }
        plan.destination = try await destination(outside: plan.roots, besides: destinations)
        return plan
    }

    // MARK: - Where the photos are

    private func roots() async throws -> [FilePath] {
        let usual = session.places.expanded("~/Pictures")
        let standard = resolvedDirectory(usual) == nil ? nil : "~/Pictures"
        var roots: [FilePath] = []
        while true {
            let question =
                roots.isEmpty ? "In which directory are your photos?" : "Another directory with photos? (none)"
            let answer = try await ask(question, roots.isEmpty ? standard : nil)
            if answer.isEmpty {
                if !roots.isEmpty { return roots }
                reporter.note("  Type the path of a directory, such as ~/Pictures.")
                continue
            }
            let typed = session.places.expanded(answer)
            guard let root = resolvedDirectory(typed) else {
                reporter.note("  There is no directory \(terminalSafe(typed.bytes)) that can be read.")
                continue
            }
            guard String(validating: root.bytes, as: UTF8.self) != nil else {
                reporter.note(
                    "  Its name is not UTF-8, so it cannot be in the configuration: give it to workphotos scan instead."
                )
                continue
            }
            if !roots.contains(where: { root.starts(with: $0) || $0.starts(with: root) }) { roots.append(root) }
        }
    }

    // MARK: - Where work is

    private func fences(besides names: [String], isFirst: Bool) async throws -> [Fence] {
        var fences: [Fence] = []
        while true {
            let isFirst = isFirst && fences.isEmpty
            let question =
                isFirst
                ? "Where do you work? A map link, LAT,LON, or a photo taken there (later)"
                : "Another workplace? A map link, LAT,LON, or a photo taken there (none)"
            let answer = try await ask(question)
            if answer.isEmpty { return fences }
            guard let center = center(answer) else { continue }
            let name = try await name(besides: names + fences.map(\.name), suggestion: isFirst ? "Office" : nil)
            let radius = try await radius()
            fences.append(
                Fence(
                    name: name, kind: .work, shape: .circle(center: center, radius: radius), schedule: FenceSchedule()))
        }
    }

    /// The position that the answer stands for; nil, after a note, if there is none.
    private func center(_ answer: String) -> Coordinate? {
        do throws(TextError) {
            let place = try WrittenPlace(parsing: answer)
            if place.isMiddleOfMap {
                reporter.note("  The link names no place: the middle of the map that it shows is taken.")
            }
            return place.coordinate
        } catch {
            if answer.contains("://") {
                reporter.note("  That cannot be used: \(error.message).")
                return nil
            }
        }
        let path = session.places.expanded(answer)
        var inspection = Inspection(clock: session.environment.clock)
        switch inspection.read(path) {
        case .success(let photo):
            if let position = photo.facts.position.coordinate { return position }
            reporter.note("  That photo has no position.")
        case .failure(let refusal):
            let isFile = refusal.finding.kind != .missing
            reporter.note(
                isFile
                    ? "  \(terminalSafe(path.bytes)): \(refusal.finding.words)"
                    : "  That is not a position, a link with a position, or a file.")
        }
        return nil
    }

    private func name(besides names: [String], suggestion: String?) async throws -> String {
        while true {
            let name = try await ask("What is it called?", suggestion)
            if name.isEmpty || name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                reporter.note("  Type a name, such as Office.")
                continue
            }
            if !names.contains(name) { return name }
            reporter.note("  Another fence has that name.")
        }
    }

    private func radius() async throws -> Double {
        while true {
            let answer = try await ask("What is its radius?", Self.standardRadius)
            if let length = try? Length(parsing: answer).meters, length > 0 { return length }
            reporter.note("  Write a length such as 150m or 0.5km.")
        }
    }

    // MARK: - Where copies go

    private func destination(
        outside roots: [FilePath], besides names: [String]
    ) async throws -> SetupPlan.Destination? {
        let (lead, none) =
            names.isEmpty ? ("Where should copies go?", "later") : ("Another place where copies should go?", "none")
        let forms = session.environment.destinationKinds.forms
        while true {
            let answer = try await ask("\(lead) A directory on another disk or share, or \(forms) (\(none))")
            if answer.isEmpty { return nil }
            let spec: DestinationSpec
            do {
                spec = try session.environment.destinationKinds.spec(reading: answer, path: session.places.expanded)
            } catch {
                reporter.note("  \(terminalSafe(error.message))")
                continue
            }
            let name = try await ask("What is it called?", names.contains("copies") ? nil : "copies")
            do {
                _ = try destinationName(name)
            } catch {
                reporter.note("  \(Failure(error).message)")
                continue
            }
            var isMade = false
            if let directory = spec.directory, resolvedDirectory(directory) == nil {
                guard try await agrees("There is no such directory. Make it? [y/N]", byDefault: false) else { continue }
                isMade = true
            }
            do {
                let addition = try await edit(roots).add(name, spec, creating: isMade, isDryRun: true)
                if let fate = addition.fate { reporter.note("  \(fate.words)") }
                return SetupPlan.Destination(name: name, spec: spec, isMade: isMade)
            } catch {
                let failure = Failure(error)
                if failure.exit == .interrupted { throw failure }
                reporter.note("  \(failure.path.map { "\(terminalSafe($0.bytes)): " } ?? "")\(failure.message)")
            }
        }
    }

    private func edit(_ roots: [FilePath]) throws(PipelineError) -> DestinationEdit {
        do {
            return try session.destinationEdit(onlyReads: true, roots: roots)
        } catch {
            throw PipelineError(.configuration, Failure(error).message)
        }
    }

    // MARK: - Asking

    /// Asks a yes-or-no question.
    func agrees(_ question: String, byDefault standard: Bool) async throws(Failure) -> Bool {
        let answer = try await line(question).lowercased()
        return answer.isEmpty ? standard : ["y", "yes"].contains(answer)
    }

    /// The answer to a question; the standard answer for an empty line.
    private func ask(_ question: String, _ standard: String? = nil) async throws(Failure) -> String {
        let answer = try await line(question + (standard.map { " [\($0)]" } ?? ""))
        return answer.isEmpty ? standard ?? "" : answer
    }

    private func line(_ question: String) async throws(Failure) -> String {
        let environment = session.environment
        let fitting = FittedText(columns: environment.console.columns)
        let text = fitting.lines(question, indent: 2).joined(separator: "\n")
        guard let answer = await environment.confirmation.ask(text) else {
            var failure = Failure.nothingWritten
            if let signal = environment.interruption.signal { failure.exit = ExitStatus(signal) }
            throw failure
        }
        let start = answer.drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}
