/// A request as tests see it.
package struct FakeRequest: Sendable {
    /// Its number, from 1.
    package let number: Int
    package let method: String
    /// The path, still encoded.
    package let path: String
    /// The pairs of the query, decoded.
    package let query: [(name: String, value: String)]
    package let headers: [(name: String, value: String)]
    /// The number of its connection, from 1.
    package let connection: Int
    /// The beginning of the body, at most 64 KiB; empty for file content.
    package var body = ""
    /// The number of bytes of the body that arrived.
    package var bodyLength = 0
    /// The status of the answer; nil if there is none, or not yet.
    package var status: Int?

    /// The last value of a parameter; nil if it is missing.
    package func parameter(_ name: String) -> String? { query.last { $0.name == name }?.value }
    /// The value of a header, whose name may be in any case; nil if it is missing.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
