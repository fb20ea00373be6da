import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Every command that the sources tell users to type next is valid. Each line that a test of this target prints is
/// tried as well; see `World.type`.
struct NextLineTests {
    @Test func `In a log of JSON the next command is a member of its own`() async throws {
        let outcome = await (try World()).run("list", "--log-format", "json")
        let line = try JSONObject(.init(outcome.notes.utf8))
        #expect(outcome.exit == 10 && line["next"] == "workphotos scan DIR", "\(outcome)")
        #expect(line["message"]?.contains("next:") == false)
    }

    @Test func `Where no destination is known the one that is named is to be added`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        let outcome = await world.run("upload", "--to", "shelf")
        #expect(outcome.exit == 1)
        #expect(outcome.notes.hasSuffix("  next: workphotos destination add shelf folder:PATH\n"), "\(outcome)")
    }

    @Test func `A destination that is not there is to be named again if it was moved`() async throws {
        let removable = try await Removable("a.jpg")
        let away = UploadError(.unavailable, "cannot open it", mayBeUnmounted: true)
        removable.service.fail(.marker, with: away, times: 9)
        let outcome = await removable.world.run("destination", "check", "nas")
        #expect(outcome.notes.contains("is it mounted? If it was moved, say where it is now\n"), "\(outcome)")
        #expect(TypedLine.next(of: outcome) == ["workphotos destination add nas SPEC"])
    }

    @Test func `One of the configuration that is not there is to be changed there if it was moved`() async throws {
        let night = try await Night()
        #expect(await night.world.run("run", "--no-purge").exit == 0)
        let away = UploadError(.unavailable, "cannot open it", mayBeUnmounted: true)
        night.service.fail(.marker, with: away, times: 9)
        let outcome = await night.world.run("destination", "check", "nas")
        let file = night.world.tree.path(night.world.configuration).string
        #expect(outcome.notes.contains("If it was moved, change its place in \(file), line 3\n"), "\(outcome)")
        #expect(TypedLine.next(of: outcome) == ["workphotos destination list"])
    }

    @Test func `A place without a kind is offered as a folder`() async throws {
        let outcome = await (try World()).run("destination", "add", "nas", "nas", "--create")
        #expect(outcome.exit == 64)
        #expect(TypedLine.next(of: outcome) == ["workphotos destination add nas folder:nas --create"])
    }

    @Test func `Where a rebuild finds no destination it says how one is named`() async throws {
        let world = try World()
        world.uploadService = { _ in FakeUploadService(marker: nil) }
        let outcome = await world.run("index", "rebuild", "--from", "folder:nope", "--index", "lost.sqlite")
        #expect(outcome.exit == 1)
        let next = "workphotos index rebuild --from folder:PATH --index lost.sqlite"
        #expect(TypedLine.next(of: outcome) == [next], "\(outcome)")
    }

    @Test func `A file of settings that is broken is to be checked when it is mended`() async throws {
        let world = try World()
        for (file, name) in [(world.fences, "fences"), (world.configuration, "config")] {
            try world.tree.write(file, Array("{\"type\": ".utf8))
            let outcome = await world.run("status", "--\(name)", world.tree.path(file).string)
            #expect(outcome.exit == 78)
            let next = "workphotos config check --\(name) \(world.tree.path(file).string)"
            #expect(TypedLine.next(of: outcome) == [next], "\(outcome)")
            try world.tree.remove(file)
        }
    }

    @Test func `Without a home the typed command is to be repeated with one`() async throws {
        let world = try World()
        world.variables = [:]
        #expect(TypedLine.next(of: await world.run("status")) == ["HOME=~ workphotos status"])
        world.variables = ["HOME": world.tree.path("gone").string]
        let outcome = await world.run("purge", "--dry-run")
        #expect(outcome.exit == 78 && TypedLine.next(of: outcome) == ["HOME=DIR workphotos purge --dry-run"])
    }

    /// Interpolations in the sources, with words to put in their places.
    private static let wordForInterpolation = ["\\(settler)": "undo"]

    /// Every command in the sources, with numbers in the places of interpolations.
    private func lines() throws -> [String] {
        var top = URL(filePath: #filePath)
        for _ in 0..<4 { top.deleteLastPathComponent() }
        let sources = top.appending(path: "Sources")
        let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        // A regular expression literal is parsed each time it is evaluated.
        let command = #/"(workphotos [^"]*)"/#
        let interpolation = #/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/#
        var lines: Set<String> = []
        for name in names where name.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("\"workphotos ") && !line.contains("///") {
                for match in line.matches(of: command) { lines.insert(String(match.1)) }
            }
        }
        // These continue with words that are not part of the command.
        let prose = [#/^workphotos run: /#, #/ frees that$/#, #/ takes that away/#, #/ \? numbers : $/#]
        return lines.filter { line in !prose.contains { line.contains($0) } && line != "workphotos " }
            .map { line in
                var line = line
                for (text, word) in Self.wordForInterpolation { line = line.replacing(text, with: word) }
                return line.replacing(interpolation, with: "1")
            }
    }

    @Test func `Every suggested command in the sources exists`() async throws {
        let lines = try lines()
        #expect(lines.count > 30)
        for line in lines { #expect(await TypedLine(line).isValid(), "\(line)") }
    }

    @Test func `A text that is not a command is found`() async {
        for line in [
            "workphotos lst", "workphotos scan, which reads", "workphotos undo x", "workphotos upload --to", "rm x",
        ] {
            #expect(await !TypedLine(line).isValid(), "\(line)")
        }
    }

    @Test(arguments: [["purge"], ["apply", "--plan", "p"], ["runs", "--empty-trash", "1"]])
    func `A removal without a terminal suggests a dry run, and nothing suggests --yes`(
        _ command: [String]
    ) async throws {
        let removable = try await Removable("a.jpg", "b.jpg")
        #expect(await removable.world.run("purge", "--plan", "p").exit == 0)
        let outcome = await removable.world.type(command + ["--wait", "5s"])
        #expect(outcome.exit == 64)
        let line = "workphotos \(command.joined(separator: " ")) --wait 5s --dry-run"
        #expect(TypedLine.next(of: outcome) == [line])
    }

    @Test func `A suggested command waits as long as the typed one`() async throws {
        let world = try World()
        #expect(TypedLine.next(of: await world.run("list", "--wait", "90s")) == ["workphotos scan DIR --wait 90s"])
        let twice = TypedLine.next(of: await world.run("status", "--json", "--wait", "2h"))
        #expect(twice == ["workphotos scan DIR --wait 2h", "workphotos scan DIR --wait 2h"])
        try world.add("a.jpg")
        await world.run("scan", world.library)
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        #expect(TypedLine.next(of: await world.run("scan")) == ["workphotos --wait 5m scan"])
        let again = TypedLine.next(of: await world.run("scan", "--wait", "0.01s"))
        withExtendedLifetime(lock) {}
        #expect(again == ["workphotos scan --wait 0.01s"])
    }

    @Test func `Names are quoted for a shell, without control characters`() async throws {
        let world = try World()
        for name in ["a b", "it's", "back\\slash", "\u{1B}[31m", "line\nend", "\u{10FFFF}"] {
            let outcome = await world.run("list", "--index", name)
            let line = try #require(TypedLine.next(of: outcome).first)
            #expect(TypedLine(line).words == ["workphotos", "scan", "DIR", "--index", name])
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
        }
    }
}
