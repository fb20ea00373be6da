import FoundationEssentials

/// Decodes answers that must be JSON of a known form.
enum JSONAnswer {
    /// The maximum size of an answer: a page of 1,000 files with all requested fields is below 4 MB.
    static let limit = 32 * 1_024 * 1_024

    /// Decodes an answer.
    ///
    /// - Parameters:
    ///   - bytes: the body.
    ///   - answer: the headers, for the content type.
    ///   - what: the name of the call, for errors: `files.list`.
    /// - Returns: the value.
    /// - Throws: `answer`, naming a member that is missing or has the wrong type.
    static func decode<Value: Decodable>(
        _ bytes: [UInt8], of answer: WireAnswer, to what: String
    ) throws(DriveError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch DecodingError.keyNotFound(let key, let context) {
            let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            throw DriveError(.answer, "the answer to \(what) has no \(path)", status: answer.status)
        } catch DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            let place = path.isEmpty ? "is something else than it should be" : "has something else for \(path)"
            throw DriveError(.answer, "the answer to \(what) \(place)", status: answer.status)
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw DriveError(.answer, "the answer to \(what) has something else for \(path)", status: answer.status)
        } catch {
            let type = answer.header("Content-Type")?.lowercased() ?? ""
            let isPage = type.contains("html") || bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
            let form = isPage ? "is a web page, not JSON" : bytes.isEmpty ? "is empty" : "is not complete JSON"
            throw DriveError(.answer, "the answer to \(what) \(form)", status: answer.status)
        }
    }
}
