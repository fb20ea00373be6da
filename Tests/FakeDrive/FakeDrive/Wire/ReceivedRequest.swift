/// A request as it came, its content apart.
struct ReceivedRequest: Sendable {
    /// Its number, from 1.
    let number: Int
    let method: String
    /// The path, still encoded.
    let path: String
    /// The pairs of the query, decoded.
    let query: [(name: String, value: String)]
    let headers: [(name: String, value: String)]
    /// The body; empty where it is content, which goes elsewhere.
    var body: [UInt8] = []

    /// The value of a header, whatever the case of its name; nil where it is missing.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }

    /// The last value of a parameter; nil where it is missing.
    func parameter(_ name: String) -> String? {
        query.last { $0.name == name }?.value
    }

    /// The decoded parts of the path.
    var parts: [String] {
        path.split(separator: "/").map { AddressText.decoded($0) ?? String($0) }
    }

    /// The pairs of a body that is a form; none where it is no form.
    var form: [String: String] {
        guard header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true,
            let pairs = AddressText.pairs(String(decoding: body, as: UTF8.self))
        else { return [:] }
        return Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
    }
}
