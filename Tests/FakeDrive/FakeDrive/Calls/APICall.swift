/// A call of the API, after what holds for all calls was checked.
struct APICall: Sendable {
    /// The number of the request.
    let number: Int
    /// The name of the call, as `files.get`.
    let method: String
    /// The values of its path.
    let values: [String: String]
    let query: [String: String]
    let caller: Caller
    /// Milliseconds since 1970.
    let now: Int
    /// The body, where it is JSON.
    var body: JSON?

    /// Whether a parameter is `true`.
    func flag(_ name: String) -> Bool { query[name] == "true" }

    /// Which members of the answer are wanted.
    ///
    /// - Parameters:
    ///   - schema: the entry of the answer.
    ///   - usual: what is given where nothing is named.
    /// - Returns: the mask.
    /// - Throws: 400 for a mask that is none, or that names what is not there.
    func mask(_ schema: String, usual: String) throws(APIError) -> FieldMask {
        let text = query["fields"] ?? usual
        guard let mask = FieldMask(text, of: schema) else {
            throw APIError(400, "invalidParameter", "Invalid field selection \(text)", at: "fields")
        }
        return mask
    }

    /// The four members of a file that come unasked (guides/fields-parameter).
    static let usualFile = "kind,id,name,mimeType"
}
