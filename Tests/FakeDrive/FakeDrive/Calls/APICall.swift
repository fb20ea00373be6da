/// An API call that has passed the checks for all calls.
struct APICall: Sendable {
    /// The number of the request.
    let number: Int
    /// The name of the call, such as `files.get`.
    let method: String
    /// The variables of its path.
    let values: [String: String]
    let query: [String: String]
    let caller: Caller
    /// Milliseconds since 1970.
    let now: Int
    /// The body, if it is JSON.
    var body: JSON?

    /// Whether a parameter is `true`.
    func flag(_ name: String) -> Bool { query[name] == "true" }

    /// The members of the answer that are asked for.
    ///
    /// - Parameter usual: the mask without the parameter `fields`.
    /// - Throws: 400 for an invalid mask or an unknown member.
    func mask(_ schema: String, usual: String) throws(APIError) -> FieldMask {
        let text = query["fields"] ?? usual
        guard let mask = FieldMask(text, of: schema) else {
            throw APIError(400, "invalidParameter", "Invalid field selection \(text)", at: "fields")
        }
        return mask
    }

    /// The members of a file that are returned without `fields` (guides/fields-parameter).
    static let usualFile = "kind,id,name,mimeType"
}
