import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
import SystemPackage

/// The user's browser: the one in `BROWSER`, otherwise the one that `xdg-open` opens. No shell is involved.
package struct Browser: Sendable {
    private let variables: [String: String]
    private let clock: any Clock

    /// - Parameter variables: the environment, for `BROWSER` and `PATH`.
    package init(variables: [String: String], clock: any Clock) {
        self.variables = variables
        self.clock = clock
    }

    /// Opens a page, and waits until the program that opens it has ended. Some end at once, others when the user closes
    /// them. If the task is cancelled the browser stays open.
    ///
    /// - Returns: false where no program could be started, or each reported a failure.
    package func open(_ address: String) async -> Bool {
        for command in commands(address) {
            guard let path = programPath(command[0], variables: variables), let program = start(path, command) else {
                continue
            }
            if await hasOpened(program) { return true }
        }
        return false
    }

    /// `BROWSER` contains commands separated by colons, each with arguments, in which `%s` is replaced by the address.
    private func commands(_ address: String) -> [[String]] {
        let named = variables["BROWSER", default: ""].split(separator: ":").map(String.init)
        if named.isEmpty { return [["xdg-open", address]] }
        return named.compactMap { entry in
            // A path may contain spaces.
            if entry.contains("/"), isProgram(entry) { return [entry, address] }
            let words = entry.split(separator: " ").map(String.init)
            if words.isEmpty { return nil }
            let isPlaced = words.contains { $0.contains("%s") }
            return words.map { $0.replacing("%s", with: address) } + (isPlaced ? [] : [address])
        }
    }

    private func isProgram(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0
    }

    private func start(_ path: FilePath, _ command: [String]) -> RunningProgram? {
        guard let nothing = try? FileDescriptor.boundedOpen("/dev/null", .readWrite, options: .closeOnExec) else {
            return nil
        }
        defer { try? nothing.close() }
        let streams = ProgramStreams(input: nothing, output: nothing, notes: nothing)
        // What xdg-open starts may become the user's browser.
        return try? RunningProgram(path, command: command, variables: variables, streams: streams, endsWithUs: false)
    }

    private func hasOpened(_ program: RunningProgram) async -> Bool {
        while true {
            if let end = program.end() { return end == .exit(0) }
            // After cancellation, nobody waits for what it does.
            guard (try? await clock.sleep(for: .milliseconds(100))) != nil else { return true }
        }
    }
}
