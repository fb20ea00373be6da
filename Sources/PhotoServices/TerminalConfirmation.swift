import Dispatch
import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// Asks the person at the terminal that standard input is. Echo and editing are the terminal's own.
package struct TerminalConfirmation: Confirmation {
    private let console: any Console
    private let interruption: any Interruption
    private let input: FileDescriptor

    package init(
        console: any Console, interruption: any Interruption, input: FileDescriptor = .standardInput
    ) {
        self.console = console
        self.interruption = interruption
        self.input = input
    }

    package var canAsk: Bool { console.isTerminal(.input) }

    package func ask(_ question: String) async -> String? {
        console.note(terminalLines("\(question) "))
        let line = await withCheckedContinuation { continuation in
            // A person takes time, so no thread that tasks run on may wait for them.
            DispatchQueue(label: "workphotos.confirmation").async { continuation.resume(returning: readLine()) }
        }
        if line == nil { console.note("\n") }
        return line.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The next line without its end; nil if the input ended before the line did, or the user asked to stop.
    ///
    /// Bytes are read one by one, so that what follows the line is left for the next question.
    private func readLine() -> [UInt8]? {
        var line: [UInt8] = []
        while interruption.signal == nil {
            switch waitAndRead() {
            case .nothing: continue
            case .end: return nil
            case .byte(UInt8(ascii: "\n")):
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                return line
            case .byte(let byte): line.append(byte)
            }
        }
        return nil
    }

    private enum Reading {
        case nothing
        case end
        case byte(UInt8)
    }

    private func waitAndRead() -> Reading {
        do throws(Errno) {
            guard try input.hasInput() else { return .nothing }
            var byte: UInt8 = 0
            return try repeated { unsafe read(input.rawValue, &byte, 1) } == 1 ? .byte(byte) : .end
        } catch {
            return error == .resourceTemporarilyUnavailable ? .nothing : .end
        }
    }
}
