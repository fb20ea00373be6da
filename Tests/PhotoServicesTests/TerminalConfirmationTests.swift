import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

struct TerminalConfirmationTests {
    private let console = RecordingConsole(terminals: [.input, .error])

    /// Asks after bytes were typed; then the other end is closed, or stays open.
    private func ask(
        typed: String, isClosed: Bool, interruption: TestInterruption = TestInterruption(), times: Int = 1
    ) async throws -> [String?] {
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        _ = try pipe.writeEnd.writeAll(typed.utf8)
        if isClosed { try pipe.writeEnd.close() }
        defer { if !isClosed { try? pipe.writeEnd.close() } }
        let confirmation = TerminalConfirmation(console: console, interruption: interruption, input: pipe.readEnd)
        var answers: [String?] = []
        for _ in 0..<times { answers.append(await confirmation.ask("Sure? [y/N]")) }
        return answers
    }

    @Test func `The answer is one line, and the next question reads the next one`() async throws {
        #expect(try await ask(typed: "yes\n\nno\r\n", isClosed: false, times: 3) == ["yes", "", "no"])
        #expect(console.notes == "Sure? [y/N] Sure? [y/N] Sure? [y/N] ")
    }

    @Test(arguments: ["", "y", "12"]) func `Input that ends within a line is no answer`(
        _ typed: String
    ) async throws {
        #expect(try await ask(typed: typed, isClosed: true) == [nil])
        // The next text does not follow the question on its line.
        #expect(console.notes == "Sure? [y/N] \n")
    }

    @Test func `A signal is no answer`() async throws {
        let interruption = TestInterruption(afterQuestions: 2)
        #expect(try await ask(typed: "y", isClosed: false, interruption: interruption) == [nil])
    }
}
