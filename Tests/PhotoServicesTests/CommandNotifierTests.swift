import Glibc
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

struct CommandNotifierTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    private func notifier(
        path: String = "/usr/bin:/bin", limit: Duration = .seconds(20), grace: Duration = .seconds(20)
    ) -> CommandNotifier {
        CommandNotifier(variables: ["PATH": path, "NAME": "value"], limit: limit, grace: grace)
    }

    /// Runs a shell command, in which `$1` is a path of the tree.
    private func shell(_ line: String, _ file: FilePath = "out", text: String = "") async -> String? {
        await notifier().notify(["sh", "-c", line, "sh", tree.path(file).string], text: text)
    }

    private func lines(_ file: FilePath = "out") throws -> [String] {
        String(decoding: try tree.read(file), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `A command reads the text, without a shell`() async throws {
        let name = "a b; $(exit) 'c"
        let text = "first line\n\nlast line\n"
        #expect(await notifier().notify(["tee", tree.path(FilePath(name)).string], text: text) == nil)
        #expect(try tree.read(FilePath(name)) == Array(text.utf8))
    }

    @Test func `It has only the given environment`() async throws {
        #expect(await shell("/usr/bin/env > \"$1\"") == nil)
        #expect(Set(try lines()).isSuperset(of: ["NAME=value", "PATH=/usr/bin:/bin"]))
        #expect(try !lines().contains { $0.hasPrefix("HOME=") })
    }

    @Test(
        arguments: [
            (["true"], nil), (["false"], "it ended with exit status 1"),
            (["sh", "-c", "echo first >&2; echo why >&2; echo >&2; exit 3"], "it ended with exit status 3: why"),
            (["sh", "-c", "printf 'a\\033[31mb' >&2; exit 3"], #"it ended with exit status 3: a\u{1B}[31mb"#),
            (["sh", "-c", "kill -USR1 $$"], "signal 10 ended it"),
            (["no-such-program-anywhere"], "there is no such program in PATH"),
            (["/no/such/program"], "it cannot be started: No such file or directory"),
            (["/etc/passwd"], "it cannot be started: Permission denied"),
        ] as [([String], String?)])
    func `Its end is reported, with its last line on standard error`(
        _ command: [String], _ reason: String?
    ) async {
        #expect(await notifier().notify(command, text: "") == reason)
    }

    @Test func `It is searched for in PATH, past directories and files that may not be executed`() async throws {
        try tree.makeDirectory("one/tell")
        try tree.write("two/tell", Array("#!/bin/sh\nexit 7\n".utf8))
        try tree.write("three/tell", Array("#!/bin/sh\nexit 9\n".utf8))
        try tree.setPermissions("two/tell", .ownerReadWrite)
        try tree.setPermissions("three/tell", .ownerReadWriteExecute)
        let path = ["one", "two", "three"].map { tree.path(FilePath($0)).string }.joined(separator: ":")
        #expect(await notifier(path: path).notify(["tell"], text: "") == "it ended with exit status 9")
    }

    @Test func `Unread text, and endless results and notes, do no harm`() async {
        let text = String(repeating: "problem\n", count: 200_000)
        #expect(await notifier().notify(["true"], text: text) == nil)
        let line = "exec <&-; yes | head -c 3000000; yes | head -c 3000000 >&2; echo end >&2; exit 4"
        #expect(await shell(line, text: text) == "it ended with exit status 4: end")
    }

    @Test func `It gets only its three descriptors`() async throws {
        let other = tree.path("other")
        let descriptor = try FileDescriptor.open(
            other, .writeOnly, options: .create, permissions: .ownerReadWrite)
        defer { try? descriptor.close() }
        #expect(await shell("readlink /proc/self/fd/* > \"$1\"; readlink /proc/self/fd/0 /proc/self/fd/1") == nil)
        // readlink has its own output instead of ours; the last descriptor may be the directory that the shell listed.
        let open = try lines()
        #expect(!open.contains(other.string), "\(open)")
        #expect(open.contains { $0.hasPrefix("/memfd:") } && open.contains { $0.hasPrefix("pipe:") })
        #expect(open.count == 3, "\(open)")
    }

    @Test func `It has its own process group, so Ctrl-C goes to us`() async throws {
        #expect(await shell("echo $$ > \"$1\"; cut -d' ' -f5 /proc/$$/stat >> \"$1\"") == nil)
        #expect(Set(try lines()).count == 1)
    }

    @Test func `A slow command is asked to end, with everything that it started`() async throws {
        let slow = notifier(limit: .milliseconds(300))
        let line = "sleep 1000 & echo $! > \"$1\"; wait"
        let reason = await slow.notify(["sh", "-c", line, "sh", tree.path("out").string], text: "")
        #expect(reason == "it did not end within 0.3 s and was ended")
        let number = try #require(try lines().first.flatMap { Int32($0) })
        #expect(eventually { hasEnded(number) })
    }

    @Test func `A command that does not end is killed`() async {
        let stubborn = notifier(limit: .milliseconds(300), grace: .milliseconds(200))
        let line = "trap '' TERM; while :; do sleep 0.05; done"
        #expect(await stubborn.notify(["sh", "-c", line], text: "") == "it did not end within 0.3 s and was ended")
    }

    @Test func `Background processes that it leaves are not waited for, and live on`() async throws {
        #expect(await shell("sleep 1000 & echo $! > \"$1\"") == nil)
        let number = try #require(try lines().first.flatMap { Int32($0) })
        #expect(!hasEnded(number))
        kill(number, SIGKILL)
    }

    @Test func `Many concurrent commands each get their own text`() async throws {
        await withTaskGroup { group in
            for number in 0..<32 {
                group.addTask {
                    let file = tree.path(FilePath("out\(number)")).string
                    #expect(await notifier().notify(["tee", file], text: "text \(number)") == nil)
                }
            }
        }
        for number in 0..<32 { #expect(try lines(FilePath("out\(number)")) == ["text \(number)"]) }
    }
}
