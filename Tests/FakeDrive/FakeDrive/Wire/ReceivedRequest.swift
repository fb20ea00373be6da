/// A request without its file content.
struct ReceivedRequest: Sendable {
    /// Its number, from 1.
    let number: Int
    let method: String
    /// The path, still encoded.
    let path: String
    /// The pairs of the query, decoded.
    let query: [(name: String, value: String)]
    let headers: [(name: String, value: String)]
    /// The body; empty for file content, which goes elsewhere.
    var body: [UInt8] = []

    /// The value of a header, whose name may be in any case; nil if it is missing.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }

    /// The last value of a parameter; nil if it is missing.
    func parameter(_ name: String) -> String? {
        query.last { $0.name == name }?.value
    }

    /// The decoded components of the path.
    var parts: [String] {
        path.split(separator: "/").map { AddressText.decoded($0) ?? String($0) }
    }

    /// The pairs of a form; none if the body is not a form.
    var form: [String: String] {
        guard header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true,
            let pairs = AddressText.pairs(String(decoding: body, as: UTF8.self))
        else { return [:] }
        return Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
    }
}
