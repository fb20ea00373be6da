import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The browser that the user has: what `BROWSER` names, else what `xdg-open` knows. No shell is between.
struct Browser {
    let variables: [String: String]
    let clock: any Clock

    /// Opens a page, and waits until the program that was to open it has ended, as some do at once and others when the
    /// user closes them. Where the task is cancelled the browser stays open.
    ///
    /// - Parameter address: the page's.
    /// - Returns: false where no program could be started, or each ended saying that it failed.
    func open(_ address: String) async -> Bool {
        for command in commands(address) {
            guard let path = programPath(command[0], variables: variables), let program = start(path, command) else {
                continue
            }
            if await hasOpened(program) { return true }
        }
        return false
    }

    /// `BROWSER` names several with colons between, each with arguments, in which `%s` stands for the address.
    private func commands(_ address: String) -> [[String]] {
        let named = variables["BROWSER", default: ""].split(separator: ":").map(String.init)
        if named.isEmpty { return [["xdg-open", address]] }
        return named.compactMap { entry in
            // A path may have spaces in it.
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
        return try? RunningProgram(path, command: command, variables: variables, streams: streams, endsWithUs: false)
    }

    private func hasOpened(_ program: RunningProgram) async -> Bool {
        while true {
            if let end = program.end() { return end == .exit(0) }
            // Cancelled: whatever it does now, nobody waits for it.
            guard (try? await clock.sleep(for: .milliseconds(100))) != nil else { return true }
        }
    }
}
