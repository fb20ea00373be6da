package import PhotoPipeline
import Synchronization

/// Keeps secrets in memory, and fails as it is told.
package final class FakeCredentials: CredentialStore {
    private struct State {
        var secrets: [String: Secret] = [:]
        var error: CredentialError?
    }
    private let state = Mutex(State())

    package init() {}

    /// What is kept, by name.
    package var secrets: [String: Secret] { state.withLock { $0.secrets } }

    /// Has every call fail from now on; nil for none.
    package func fail(with error: CredentialError?) {
        state.withLock { $0.error = error }
    }

    package func names() throws(CredentialError) -> [String] { try call { Array($0.keys) } }

    package func read(_ name: String) throws(CredentialError) -> Secret? { try call { $0[name] } }

    package func save(_ secret: Secret, as name: String) throws(CredentialError) {
        try call { $0[name] = secret }
    }

    package func remove(_ name: String) throws(CredentialError) {
        try call { $0[name] = nil }
    }

    private func call<Value: Sendable>(_ body: (inout [String: Secret]) -> Value) throws(CredentialError) -> Value {
        let result: Result<Value, CredentialError> = state.withLock { state in
            if let error = state.error { return .failure(error) }
            return .success(body(&state.secrets))
        }
        return try result.get()
    }
}
