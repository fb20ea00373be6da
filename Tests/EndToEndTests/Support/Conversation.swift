import Glibc
import WorkphotosTestSupport

/// A run of the program at a terminal of its own, with a question and its answer.
struct Conversation {
    /// Everything on the screen, including what was typed.
    let screen: String
    let outcome: Outcome
    /// Whether the terminal's settings are the same as before.
    let leavesTerminalAlone: Bool

    /// The program has a controlling terminal, as below a shell: otherwise control keys send no signals. The shell
    /// prints the terminal's settings before and after.
    private static let shell = "stty -g; trap : INT; \"$0\" \"$@\"; code=$?; stty -g; exit $code"

    /// Runs a program and types an answer as soon as it asks, or nothing where it ends without a question.
    ///
    /// - Parameters:
    ///   - program: the program.
    ///   - arguments: what it is run with.
    ///   - answer: what is typed.
    /// - Throws: where there is no terminal or the program cannot be started.
    init(with program: Program, _ arguments: [String], answer: String) throws {
        let terminal = try Terminal()
        let session = program.under(["setsid", "--ctty", "--wait", "sh", "-c", Self.shell])
        let running = try session.start(arguments, input: terminal.handle, notes: terminal.handle)
        var screen = ""
        _ = eventually {
            screen += terminal.read()
            return screen.hasSuffix("[y/N] ") || screen.hasSuffix("to continue: ") || !running.isRunning
        }
        if running.isRunning { try terminal.type(answer) }
        _ = eventually {
            screen += terminal.read()
            return !running.isRunning
        }
        outcome = try running.wait()
        // A line of progress is drawn over.
        self.screen = (screen + terminal.read()).replacing("\r\n", with: "\n")
            .replacing(#/[^\n]*\r\x{1B}\[K/#, with: "")
        let settings = outcome.output.split(separator: "\n").filter { $0.contains(/^[0-9a-f]+(:[0-9a-f]+)+$/) }
        leavesTerminalAlone = settings.count == 2 && settings[0] == settings[1]
    }
}
