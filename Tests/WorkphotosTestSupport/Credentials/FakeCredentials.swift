package import PhotoPipeline
import Synchronization

/// Keeps secrets in memory, and fails on request.
package final class FakeCredentials: CredentialStore {
    private struct State {
        var secrets: [String: Secret] = [:]
        var error: CredentialError?
        var locked: Set<String> = []
    }
    private let state = Mutex(State())

    private final class FakeLock: CredentialLock {
        private let name: String
        private let store: FakeCredentials

        init(_ name: String, _ store: FakeCredentials) {
            (self.name, self.store) = (name, store)
        }

        deinit { store.state.withLock { _ = $0.locked.remove(name) } }
    }

    package init() {}

    /// The secrets by name.
    package var secrets: [String: Secret] { state.withLock { $0.secrets } }

    /// Makes every call fail from now on; nil for none.
    package func fail(with error: CredentialError?) {
        state.withLock { $0.error = error }
    }

    package func names() throws(CredentialError) -> [String] { try call { Array($0.secrets.keys) } }

    package func read(_ name: String) throws(CredentialError) -> Secret? { try call { $0.secrets[name] } }

    package func save(_ secret: Secret, as name: String) throws(CredentialError) {
        try call { $0.secrets[name] = secret }
    }

    package func remove(_ name: String) throws(CredentialError) {
        try call { $0.secrets[name] = nil }
    }

    package func lock(_ name: String) throws(CredentialError) -> (any CredentialLock)? {
        try call { $0.locked.insert(name).inserted } ? FakeLock(name, self) : nil
    }

    private func call<Value: Sendable>(_ body: (inout State) -> Value) throws(CredentialError) -> Value {
        let result: Result<Value, CredentialError> = state.withLock { state in
            if let error = state.error { return .failure(error) }
            return .success(body(&state))
        }
        return try result.get()
    }
}
