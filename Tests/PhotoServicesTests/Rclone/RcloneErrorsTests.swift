import PhotoPipeline
import PhotoServices
import Testing

struct RcloneErrorsTests {
    @Test(
        arguments: [
            ("object not found", 404, .missing), ("directory not found", 404, .missing),
            ("directory not found", 500, .missing),
            ("remove /a: no such file or directory", 500, .missing), ("remove /a: directory not empty", 500, .failed),
            ("didn't find section in config file", 500, .unavailable),
            (
                #"couldn't fetch token - maybe it has expired? - refresh with "rclone config reconnect": oauth2: cannot fetch token: 400 Bad Request Response: {"error": "invalid_grant"}"#,
                500, .signIn
            ),
            ("read metadata failed: Unauthorized: 401 Unauthorized", 500, .signIn),
            ("ssh: handshake failed: ssh: unable to authenticate, attempted methods [none password]", 500, .signIn),
            (
                "googleapi: Error 403: The user's Drive storage quota has been exceeded., storageQuotaExceeded", 500,
                .quota
            ),
            ("googleapi: Error 403: User Rate Limit Exceeded, userRateLimitExceeded", 500, .transient),
            ("googleapi: Error 403: Daily Limit Exceeded, dailyLimitExceeded", 500, .quota),
            ("write /mnt/x: no space left on device", 500, .full), ("write /mnt/x: disk quota exceeded", 500, .quota),
            ("preallocate: file too big for remaining disk space", 500, .full),
            ("Insufficient Storage: 507 Insufficient Storage", 500, .quota),
            ("552 Requested file action aborted", 500, .quota),
            ("452 Insufficient storage space in system", 500, .full),
            ("QuotaExceeded: You are over it\tstatus code: 403, request id: x", 500, .quota),
            ("ExpiredToken: The provided token has expired.\tstatus code: 400", 500, .signIn),
            ("path/insufficient_space/..", 500, .quota),
            ("HTTP error 503 (503 Service Unavailable) returned body: \"\"", 500, .transient),
            ("Too Many Requests: 429 Too Many Requests", 500, .transient),
            ("InternalError: status code: 500, request id: x", 500, .transient),
            ("dial tcp 127.0.0.1:1: connect: connection refused", 500, .transient),
            ("read tcp 1.2.3.4:5->6.7.8.9:22: read: connection reset by peer", 500, .transient),
            ("dial tcp: lookup nosuch.invalid on 127.0.0.1:53: no such host", 500, .unavailable),
            ("tls: failed to verify certificate: x509: certificate signed by unknown authority", 500, .unavailable),
            ("open /mnt/x: read-only file system", 500, .unavailable), ("is a directory not a file", 500, .refused),
            ("open /a/b: file name too long", 500, .refused), ("", 500, .failed), ("something new", 500, .failed),
            ("update IMG_503 429.jpg: something new", 500, .failed), ("401.jpg: 507 of them", 500, .failed),
        ] as [(String, Int, UploadError.Kind)])
    func `rclone's messages determine what to do`(_ text: String, _ status: Int, _ kind: UploadError.Kind) {
        #expect(RcloneErrors.error(saying: text, status: status).kind == kind)
    }

    @Test(
        arguments: [
            ("pacer: try again after 2026-01-01T00:00:00Z (1m2.5s): too many", Duration.milliseconds(62_500)),
            ("try again after 2026-01-01T00:00:00Z (250ms)", .milliseconds(250)),
            ("429, Retry-After: 30", .seconds(30)),
            ("too many requests", nil),
        ] as [(String, Duration?)])
    func `The waiting time is known if the server states it`(_ text: String, _ pause: Duration?) {
        #expect(RcloneErrors.error(saying: text, status: 500).retryAfter == pause)
    }

    @Test(
        arguments: [
            ("couldn't connect SSH: dial tcp 127.0.0.1:22: connect: connection refused", true),
            (#"Put "http://127.0.0.1/photos/a.jpg": EOF"#, true), ("dial tcp 10.0.0.1:443: i/o timeout", true),
            ("Put: 524 status code 524", true), ("Copy call failed: 502 Bad Gateway", true),
            ("InternalError: status code: 500, request id: x", true),
            ("HTTP error 503 (503 Service Unavailable): read: connection reset by peer", false),
            ("502 Bad Gateway, Retry-After: 30", false),
            ("too many requests", false), ("object not found", false),
        ])
    func `Only a failed connection, or an error without a cause, may mean that the server is gone`(
        _ text: String, _ isSilence: Bool
    ) {
        let error = RcloneErrors.error(saying: text, status: 500)
        #expect((error.lasting == .unavailable) == isSilence)
        if isSilence { #expect(error.kind == .transient) }
    }

    @Test func `An error is one line without control characters`() {
        #expect(RcloneErrors.error(saying: "a\n\tb\u{1B}[31m", status: 500).detail == #"a b\u{1B}[31m"#)
        #expect(RcloneErrors.error(saying: "", status: 502).detail == "rclone answers with status 502")
    }
}
