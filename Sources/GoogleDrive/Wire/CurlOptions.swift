import CCurl

/// Sets options of libcurl's handle, and keeps the first error.
@safe struct CurlOptions {
    private let handle: UnsafeMutableRawPointer
    private(set) var code = CURLE_OK

    init(_ handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

    private mutating func add(_ next: CURLcode) { if code == CURLE_OK { code = next } }

    mutating func set(_ option: CURLoption, _ value: Int) {
        unsafe add(workphotos_easy_set_long(handle, option, value))
    }

    mutating func set(_ option: CURLoption, offset: Int64) {
        unsafe add(workphotos_easy_set_offset(handle, option, curl_off_t(offset)))
    }

    mutating func set(_ option: CURLoption, _ text: String) {
        unsafe add(text.withCString { unsafe workphotos_easy_set_pointer(handle, option, $0) })
    }

    mutating func set(_ option: CURLoption, pointer: UnsafeRawPointer?) {
        unsafe add(workphotos_easy_set_pointer(handle, option, pointer))
    }

    /// A body that libcurl copies.
    mutating func set(body: [UInt8]) {
        set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count))
        unsafe add(
            body.withUnsafeBytes { bytes in
                // A null pointer would mean a body that is read by a function.
                unsafe workphotos_easy_set_pointer(
                    handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress ?? UnsafeRawPointer(handle))
            })
    }

    mutating func set(
        functions context: UnsafeMutableRawPointer, body: workphotos_bytes, header: workphotos_bytes,
        upload: workphotos_bytes, before: workphotos_before
    ) {
        unsafe add(workphotos_easy_set_functions(handle, body, header, upload, before, context))
    }
}
