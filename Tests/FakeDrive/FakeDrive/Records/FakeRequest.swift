/// A request that came, as tests look at it.
package struct FakeRequest: Sendable {
    /// Its number, from 1.
    package let number: Int
    package let method: String
    /// The path, still encoded.
    package let path: String
    /// The pairs of the query, decoded.
    package let query: [(name: String, value: String)]
    package let headers: [(name: String, value: String)]
    /// Which connection it came over, from 1.
    package let connection: Int
    /// The body's beginning, at most 64 KiB; empty where it is content of a file.
    package var body = ""
    /// How many bytes of a body came.
    package var bodyLength = 0
    /// The status of the answer; nil where none was given, or not yet.
    package var status: Int?

    /// The last value of a parameter; nil where it is missing.
    package func parameter(_ name: String) -> String? { query.last { $0.name == name }?.value }
    /// The value of a header, whatever the case of its name; nil where it is missing.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
