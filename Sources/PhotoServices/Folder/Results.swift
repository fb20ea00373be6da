import PhotoModel
import PhotoPipeline

/// The value of a body, or what it threw.
func result<Value>(_ body: () throws(UploadError) -> Value) -> Result<Value, UploadError> {
    do throws(UploadError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}

extension Result where Failure == UploadError {
    /// Goes on with the value where there is one.
    func then<Next>(_ body: (Success) throws(UploadError) -> Next) -> Result<Next, UploadError> {
        flatMap { value in result { () throws(UploadError) in try body(value) } }
    }
}

extension Checksum {
    /// Of the 32 bytes of a SHA-256.
    init(sha256: [UInt8]) {
        let digits = sha256.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        self.init(kind: .sha256, value: digits.joined())
    }
}
