import PhotoPipeline
import Synchronization
import Testing

/// Answers questions with prepared answers. A question without one is an issue.
package final class TypedAnswers: PhotoPipeline.Confirmation {
    private struct State {
        var answers: [String?]
        var questions: [String] = []
    }

    private let state: Mutex<State>
    package let canAsk: Bool
    private let whenAsked: @Sendable () -> Void

    /// - Parameters:
    ///   - answers: the answers in order; nil for the end of the input.
    ///   - whenAsked: runs before each answer.
    package init(_ answers: [String?] = [], canAsk: Bool = false, whenAsked: @escaping @Sendable () -> Void = {}) {
        self.whenAsked = whenAsked
        state = Mutex(State(answers: answers))
        self.canAsk = canAsk
    }

    /// The questions so far.
    package var questions: [String] { state.withLock { $0.questions } }

    package func ask(_ question: String) async -> String? {
        whenAsked()
        let answer: String?? = state.withLock { state in
            state.questions.append(question)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        guard let answer else {
            Issue.record("Nobody has typed an answer to: \(question)")
            return nil
        }
        return answer
    }
}
