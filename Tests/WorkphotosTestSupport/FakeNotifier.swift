import PhotoPipeline
import Synchronization

/// Keeps what the user would have been told, and answers as it is told.
package final class FakeNotifier: Notifier {
    /// One command with what it read.
    package struct Call: Hashable, Sendable {
        package var command: [String]
        package var text: String
    }

    private let answer: String?
    private let noted = Mutex<[Call]>([])

    /// - Parameter answer: why every command fails; nil where they end well.
    package init(answer: String? = nil) {
        self.answer = answer
    }

    /// What was run, in order.
    package var calls: [Call] { noted.withLock { $0 } }

    package func notify(_ command: [String], text: String) async -> String? {
        noted.withLock { $0.append(Call(command: command, text: text)) }
        return answer
    }
}
