import GoogleDrive
import Synchronization

/// Gives tokens that a test has, the next one whenever one was refused.
final class GivenTokens: AccessTokenSource {
    private let tokens: Mutex<[String]>
    private let refusals = Mutex(0)

    init(_ tokens: String...) {
        self.tokens = Mutex(tokens)
    }

    /// How often a token was refused.
    var refused: Int { refusals.withLock(\.self) }

    func token() async throws(DriveError) -> HiddenText { HiddenText(tokens.withLock { $0.first ?? "" }) }

    func token(insteadOf refused: HiddenText) async throws(DriveError) -> HiddenText {
        refusals.withLock { $0 += 1 }
        return HiddenText(
            tokens.withLock { tokens in
                if tokens.count > 1 { tokens.removeFirst() }
                return tokens[0]
            })
    }
}
