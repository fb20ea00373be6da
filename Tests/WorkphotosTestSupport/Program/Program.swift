package import Foundation
internal import Glibc
internal import SystemPackage

/// The built program, run as a user runs it.
package struct Program: Sendable {
    /// The path of the built program, next to the tests' own binary.
    package static let built: String = {
        var place = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe readlink("/proc/self/exe", &place, Int(PATH_MAX))
        let binary = place[..<max(count, 0)].map { UInt8(bitPattern: $0) }
        return FilePath(String(decoding: binary, as: UTF8.self)).removingLastComponent().appending("workphotos").string
    }()

    /// The program's path: the built one, or a copy that other users can run.
    package var path: String
    /// The home directory of the runs. The user's own is not touched.
    package let home: String
    /// The command that runs the program, such as strace with its options.
    package var wrapper: [String] = []
    /// Environment variables besides HOME and PATH.
    package var variables: [String: String] = [:]

    /// A program, by default the built one, with a home directory.
    package init(path: String = Program.built, home: String) {
        self.path = path
        self.home = home
    }

    /// This program, run by a command.
    package func under(_ wrapper: [String]) -> Program {
        var program = self
        program.wrapper = wrapper
        return program
    }

    /// Runs the program to its end.
    @discardableResult
    package func run(_ arguments: String..., directory: String? = nil, output: String? = nil) throws -> Outcome {
        try start(arguments, directory: directory, output: output).wait()
    }

    /// Starts the program without waiting.
    ///
    /// Standard output goes to an existing file, standard error to a handle; what is nil is captured in ``Outcome``.
    /// Standard input is empty by default. The working directory is the home directory by default.
    package func start(
        _ arguments: [String], directory: String? = nil, input: FileHandle? = nil, output: String? = nil,
        notes: FileHandle? = nil
    ) throws -> Running {
        try Running(
            command(wrapper + [path] + arguments, directory: directory), variables: environment, input: input,
            output: try output.map { try FileHandle(forWritingTo: URL(fileURLWithPath: $0)) }, notes: notes)
    }

    /// Runs a shell command, in which `$0` is the program and `$1`, `$2` are the given words.
    package func shell(_ line: String, _ words: String...) throws -> Outcome {
        let command = command(wrapper + ["sh", "-c", line, path] + words)
        return try Running(command, variables: environment, input: nil, output: nil, notes: nil).wait()
    }

    /// The words, preceded by a command that enters a directory and searches PATH for the program.
    private func command(_ words: [String], directory: String? = nil) -> [String] {
        ["/usr/bin/env", "--chdir=\(directory ?? home)"] + words
    }

    private var environment: [String: String] {
        // `make mutants` says by a variable which change of the code is tried.
        ProcessInfo.processInfo.environment.filter { ["PATH", "WORKPHOTOS_MUTANT"].contains($0.key) }
            .merging(variables) { $1 }
            .merging(["HOME": home]) { $1 }
    }
}
