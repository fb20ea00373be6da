import CCurl
import SystemPackage

/// Converts a result of libcurl (libcurl-errors(3)).
///
/// - Parameter easy: libcurl's handle, which knows more.
/// - Returns: the error. It names hosts, and nothing else of the request.
func wireError(
    _ code: CURLcode, _ easy: UnsafeMutableRawPointer, _ request: WireRequest, _ settings: LiveWire.Settings
) -> DriveError {
    let host = request.address.host
    let proxy = settings.proxies.proxy(for: request.address)?.host
    if let proxy, let error = unsafe proxyError(code, easy, proxy, host) { return error }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return unreachable(host, "no such host is known")
    case CURLE_COULDNT_CONNECT: return unreachable(host, unsafe reason(easy))
    case CURLE_OPERATION_TIMEDOUT: return unreachable(host, "it does not answer")
    case CURLE_SSL_CONNECT_ERROR: return unreachable(host, "no TLS connection came about")
    case CURLE_SSL_CACERT_BADFILE:
        return DriveError(.certificate, "SSL_CERT_FILE names a file without certificates that can be read")
    case CURLE_PEER_FAILED_VERIFICATION where unsafe isChainTrusted(easy):
        return DriveError(.certificate, "the certificate that \(host) shows is for another host")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
        return DriveError(
            .certificate,
            "the certificate of \(host) is not trusted; SSL_CERT_FILE can name a file with certificates to trust besides the system's"
        )
    case CURLE_URL_MALFORMAT: return DriveError(.settings, "an address is not a web address")
    // Addresses are checked before, so this is the answer's protocol.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
        return DriveError(.answer, "what \(host) answers is not HTTP")
    default: return DriveError(.brokenOff, "the connection to \(host) broke off")
    }
}

/// An error of the proxy's, or of the way to it; nil for one of the server behind it.
private func proxyError(
    _ code: CURLcode, _ easy: UnsafeMutableRawPointer, _ proxy: String, _ host: String
) -> DriveError? {
    var answer = 0
    unsafe workphotos_easy_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &answer)
    let name = "the proxy \(proxy) of HTTPS_PROXY"
    switch (answer, code) {
    case (407, _):
        return DriveError(
            .unreachable, "\(name) needs a user and a password, as in http://USER:PASSWORD@HOST:PORT")
    case (300..., _): return DriveError(.unreachable, "\(name) refuses to connect to \(host)")
    case (_, CURLE_COULDNT_RESOLVE_PROXY): return unreachable(name, "no such host is known")
    case (_, CURLE_COULDNT_CONNECT): return unreachable(name, unsafe reason(easy))
    case (0, CURLE_PROXY), (0, CURLE_RECV_ERROR), (0, CURLE_GOT_NOTHING):
        return DriveError(.unreachable, "\(name) refuses to connect to \(host)")
    case (0, CURLE_OPERATION_TIMEDOUT): return DriveError(.unreachable, "\(name) does not answer")
    default: return nil
    }
}

private func unreachable(_ host: String, _ reason: String) -> DriveError {
    DriveError(.unreachable, "\(host) cannot be reached: \(reason)")
}

/// Whether no certificate was found untrusted, so that only their names can be wrong (CURLINFO_SSL_VERIFYRESULT(3)).
private func isChainTrusted(_ easy: UnsafeMutableRawPointer) -> Bool {
    var result = -1
    unsafe workphotos_easy_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &result)
    // With OpenSSL, names are compared before the result is noted, and it is still what it is at first, 1.
    return result == 0 || result == 1
}

/// The system's description of the connection that failed.
private func reason(_ easy: UnsafeMutableRawPointer) -> String {
    var number = 0
    unsafe workphotos_easy_get_long(easy, CURLINFO_OS_ERRNO, &number)
    return number == 0 ? "there is no connection" : Errno(rawValue: CInt(number)).description
}
