import GoogleDrive
import Testing

struct WebAddressTests {
    @Test(arguments: [
        ("https://www.googleapis.com", "https://www.googleapis.com", "/"),
        ("https://WWW.googleapis.com:443/a?b=c#d", "https://www.googleapis.com", "/a?b=c"),
        ("https://host:8443?x", "https://host:8443", "/?x"), ("http://127.0.0.1:80/", "http://127.0.0.1", "/"),
        ("http://127.9.9.9:81/x", "http://127.9.9.9:81", "/x"), ("http://[::1]:99/x", "http://[::1]:99", "/x"),
        ("http://localhost:1/", "http://localhost:1", "/"),
    ])
    func `An address has an origin and a target`(text: String, origin: String, target: String) throws {
        let address = try WebAddress(text)
        #expect(address.origin == origin)
        #expect(address.target == target)
        #expect(address.text == origin + target)
    }

    @Test(arguments: [
        "", "www.googleapis.com", "https://", "https:///x", "ftp://host/", "http://example.com/", "http://10.0.0.1/",
        "http://127.0.0.1.example.com/", "http://localhost.example.com/", "https://user@host/", "https://host:0/",
        "https://host:port/", "https://ho st/", "https://host/\r\nX: y", "http://127.1/", "https://[::1/",
    ])
    func `An invalid address, or http to another machine, is refused`(text: String) {
        let error = #expect(throws: DriveError.self) { _ = try WebAddress(text) }
        #expect(error?.kind == .settings)
    }

    @Test func `Queries are encoded, and existing ones kept`() throws {
        let address = try WebAddress("https://host/base/").appending(
            "files", query: [("q", "name = 'ä &=+'"), ("x", "1")])
        #expect(address.text == "https://host/base/files?q=name%20%3D%20%27%C3%A4%20%26%3D%2B%27&x=1")
        #expect(address.asking([("y", "2")]).target.hasSuffix("&x=1&y=2"))
        #expect(try WebAddress("https://host/a?b=c").asking([("d", "e")]).target == "/a?b=c&d=e")
    }

    @Test(arguments: [
        ("https://www.googleapis.com/u", true), ("https://upload.googleapis.com/u", true),
        ("https://googleapis.com/u", false), ("https://www.googleapis.com.example/u", false),
        ("https://evil.com/u", false), ("https://www.googleapis.com:444/u", false), ("http://127.0.0.1/u", false),
    ])
    func `A server is identified by its domain`(_ text: String, _ isBeside: Bool) throws {
        let endpoint = try WebAddress("https://www.googleapis.com")
        #expect(try WebAddress(text).isBeside(endpoint) == isBeside)
        let machine = try WebAddress("https://10.0.0.1/")
        #expect(try !WebAddress("https://11.0.0.1/").isBeside(machine))
        #expect(try !WebAddress("https://evil.com/").isBeside(try WebAddress("https://drive.com/")))
    }

    @Test func `A relative address has the same parent`() throws {
        #expect(
            try WebAddress("https://oauth2.googleapis.com/token").beside("device/code").text
                == "https://oauth2.googleapis.com/device/code")
        #expect(try WebAddress("http://localhost:1/a/token?x").beside("revoke").text == "http://localhost:1/a/revoke")
    }

    @Test func `Origins differ by scheme, host and port`() throws {
        let one = try WebAddress("https://host/a")
        #expect(one.hasOrigin(of: try WebAddress("https://HOST:443/b")))
        for other in ["https://host:444/a", "https://hos/a", "https://a.host/a"] {
            #expect(!one.hasOrigin(of: try WebAddress(other)))
        }
        #expect(!(try WebAddress("http://localhost:5/")).hasOrigin(of: try WebAddress("https://localhost:5/")))
    }
}
