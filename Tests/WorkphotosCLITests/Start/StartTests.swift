import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

struct StartTests {
    private func run(_ arguments: String...) async -> Outcome {
        let console = RecordingConsole()
        let code = await Workphotos.run(arguments, console: console) { () -> PhotoPipeline.Environment in
            Issue.record("the environment was made though no command runs")
            return .forNobody(console)
        }
        return Outcome(exit: code, output: String(decoding: console.output, as: UTF8.self), notes: console.notes)
    }

    @Test(arguments: [
        ["--help"], ["help"], ["scan", "--help"], ["help", "fence", "add"], ["fence"], [], ["--version"], ["-V"],
        ["--generate-completion-script", "bash"], ["--experimental-dump-help"],
    ])
    func `Help, version and completions create no environment`(_ arguments: [String]) async {
        let console = RecordingConsole()
        let code = await Workphotos.run(arguments, console: console) { () -> PhotoPipeline.Environment in
            Issue.record("the environment was made for \(arguments)")
            return .forNobody(console)
        }
        #expect(code == 0)
        #expect(!console.output.isEmpty)
        #expect(console.notes.isEmpty)
    }

    @Test(arguments: [
        ("fence_edit", "fence list"), ("fence_remove", "fence list"), ("fence_rename", "fence list"),
        ("fence_add", "destination list"), ("fence_edit", "destination list"), ("share", "destination list"),
        ("upload", "destination list"), ("undo", "runs"), ("unstage", "staged"),
    ])
    func `Shells complete names and numbers that the program knows`(_ command: String, _ source: String) async throws {
        let console = RecordingConsole()
        _ = await Workphotos.run(["--generate-completion-script", "bash"], console: console) { .forNobody(console) }
        let script = String(decoding: console.output, as: UTF8.self)
        let function = try #require(script.split(separator: "\n_workphotos_\(command)() {").dropFirst().first)
        let body = try #require(function.split(separator: "\n}").first)
        #expect(body.contains("workphotos \(source) "))
    }

    @Test(arguments: [
        (["--help"], "Find the work photos"), ([], "Find the work photos"),
        (["scan", "--help"], "Read new and changed"),
        (["help", "scan"], "Read new and changed"), (["fence"], "Find, add, change"),
        (["fence", "--help"], "Find, add, change"),
        (["help", "fence", "add"], "Add a fence"),
    ])
    func `Help describes the command that it was requested for`(_ arguments: [String], _ words: String) async {
        let console = RecordingConsole()
        _ = await Workphotos.run(arguments, console: console) { .forNobody(console) }
        #expect(String(decoding: console.output, as: UTF8.self).contains("OVERVIEW: \(words)"))
    }

    @Test func `A usage error creates no environment and makes a suggestion`() async {
        let outcome = await run("scn", "/photos")
        #expect(outcome.exit == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.notes.contains("Did you mean 'scan'?\nUsage: workphotos "))
    }

    @Test func `A usage error is an error line if JSON was requested`() async throws {
        let outcome = await run("list", "--json", "--limit", "many")
        #expect(outcome.exit == 64)
        #expect(outcome.output.hasPrefix(#"{"type":"error","exit":64,"what":"usage","message":"The value 'many' is"#))
        #expect(!outcome.output.contains("Usage:"))
        #expect(outcome.output.hasSuffix("\n"))
    }

    @Test func `JSON and another format contradict each other`() async {
        #expect(await run("list", "--json", "--format", "csv").exit == 64)
        #expect(await run("list", "--json", "-0").exit == 64)
        #expect(await run("list", "--format", "csv", "-0").exit == 64)
    }

    @Test func `Flags that need each other are refused alone`() async {
        #expect(await run("list", "--near", "52.5,13.4").exit == 64)
        #expect(await run("list", "--within", "500m").exit == 64)
        #expect(await run("list", "--uploaded", "--not-uploaded").exit == 64)
        #expect(await run("list", "--since", "2026-06-01", "--until", "2026-05-01").exit == 64)
        #expect(await run("inspect").exit == 64)
    }
}

extension PhotoPipeline.Environment {
    /// An environment in which every use is an error.
    static func forNobody(_ console: any Console) -> PhotoPipeline.Environment {
        .test(owner: "nobody", currentDirectory: "/", console: console, clock: SteppingClock(now: 0))
    }
}
