import AsyncHTTPClient
import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import SystemPackage

/// Converts an error of the HTTP client.
///
/// - Parameters:
///   - error: the HTTP client's error.
///   - host: the server.
///   - proxy: the proxy used; nil for none.
/// - Returns: the error, without the addresses and headers that the client's own description contains.
func wireError(_ error: any Error, host: String, proxy: String? = nil) -> DriveError {
    switch error {
    case let error as DriveError: return error
    case is CancellationError: return DriveError(.cancelled, "stopped")
    case let error as HTTPClientError: return clientError(error, host: host, proxy: proxy)
    case let error as NIOConnectionError:
        let through = proxy == nil ? "" : "the proxy of HTTPS_PROXY, "
        return DriveError(.unreachable, "\(through)\(error.host) cannot be reached: \(reason(error))")
    case let error as IOError:
        let never = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM]
        if never.contains(error.errnoCode) {
            return DriveError(
                .unreachable, "\(proxy ?? host) cannot be reached: \(Errno(rawValue: error.errnoCode).description)")
        }
        return DriveError(.brokenOff, "the connection to \(host) broke off")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: return securityError(error, host: host)
    case let error as ChannelError:
        if case .connectTimeout = error {
            return DriveError(.unreachable, "\(host) cannot be reached: it does not answer")
        }
        return DriveError(.brokenOff, "the connection to \(host) broke off")
    default:
        return Task.isCancelled
            ? DriveError(.cancelled, "stopped") : DriveError(.brokenOff, "the connection to \(host) broke off")
    }
}

private func clientError(_ error: HTTPClientError, host: String, proxy: String?) -> DriveError {
    let through = proxy.map { "the proxy \($0)" } ?? host
    switch error {
    case .cancelled, .requestStreamCancelled: return DriveError(.cancelled, "stopped")
    case .connectTimeout: return DriveError(.unreachable, "\(host) cannot be reached: it does not answer")
    case .tlsHandshakeTimeout: return DriveError(.unreachable, "\(host) cannot be reached: it does not speak TLS")
    case .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
        return DriveError(.unreachable, "\(through) of HTTPS_PROXY does not answer")
    case .proxyAuthenticationRequired:
        return DriveError(
            .unreachable, "\(through) of HTTPS_PROXY needs a user and a password, as in http://USER:PASSWORD@HOST:PORT")
    case .invalidProxyResponse:
        return DriveError(.unreachable, "\(through) of HTTPS_PROXY refuses to connect to \(host)")
    case .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
        return DriveError(.timedOut, "\(host) does not answer")
    case .invalidURL, .emptyHost, .emptyScheme: return DriveError(.settings, "an address is not a web address")
    default:
        // Names and values of headers are left out.
        if String(describing: error).contains("Header") {
            return DriveError(
                .settings, "a header to \(host) would contain invalid characters")
        }
        return DriveError(.brokenOff, "the connection to \(host) broke off")
    }
}

private func securityError(_ error: any Error, host: String) -> DriveError {
    if let error = error as? NIOSSLError {
        switch error {
        case .uncleanShutdown: return DriveError(.brokenOff, "the connection to \(host) broke off")
        case .handshakeFailed(let inner):
            let isCertificate = String(describing: inner).uppercased().contains("CERTIFICATE")
            if !isCertificate {
                return DriveError(.unreachable, "\(host) cannot be reached: no TLS connection came about")
            }
        default: break
        }
    }
    return DriveError(
        .certificate,
        "the certificate of \(host) is not trusted; SSL_CERT_FILE can name a file with certificates to trust besides the system's"
    )
}

/// The system's description of the first failed connection.
private func reason(_ error: NIOConnectionError) -> String {
    if error.dnsAError != nil, error.connectionErrors.isEmpty { return "no such host is known" }
    switch error.connectionErrors.first?.error {
    case let error as IOError: return Errno(rawValue: error.errnoCode).description
    case let error as ChannelError:
        if case .connectTimeout = error { return "it does not answer" }
        return "there is no connection"
    default: return "there is no connection"
    }
}
