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
