import PhotoPipeline
import Synchronization

/// Records notifications, with a scripted result.
package final class FakeNotifier: Notifier {
    /// A command with its input.
    package struct Call: Hashable, Sendable {
        package var command: [String]
        package var text: String
    }

    private let answer: String?
    private let noted = Mutex<[Call]>([])

    /// - Parameter answer: why every command fails; nil if they succeed.
    package init(answer: String? = nil) {
        self.answer = answer
    }

    /// The commands that were run, in order.
    package var calls: [Call] { noted.withLock { $0 } }

    package func notify(_ command: [String], text: String) async -> String? {
        noted.withLock { $0.append(Call(command: command, text: text)) }
        return answer
    }
}
