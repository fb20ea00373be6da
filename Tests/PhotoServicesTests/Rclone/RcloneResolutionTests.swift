import PhotoServices
import SystemPackage
import Testing

struct RcloneResolutionTests {
    private static let configuration: [String: [String: String]] = [
        "al": ["type": "alias", "remote": "/library"], "al2": ["type": "alias", "remote": "al:Pictures"],
        "un": ["type": "union", "upstreams": #"/a:ro "/b c" al:x:nc nas:y:writeback"#],
        "co": ["type": "combine", "upstreams": #"one=/a two=nas: "three=/b c""#],
        "cr": ["type": "crypt", "remote": "al:secret", "filename_encryption": "standard"],
        "ch": ["type": "chunker", "remote": "cr:"], "ha": ["type": "hasher", "remote": "ch:x"],
        "ca": ["type": "cache", "remote": "/cached"], "gz": ["type": "compress", "remote": ":local:/packed"],
        "nas": ["type": "sftp", "host": "nas"], "loop": ["type": "alias", "remote": "pool:"],
        "pool": ["type": "alias", "remote": "loop:"], "lo": ["type": "local"], "bare": ["type": "crypt"],
        "quo": ["type": "alias", "remote": ":local,nounc=true:/q"],
    ]

    private func resolution(_ text: String, _ variables: [String: String] = [:]) throws -> RcloneResolution {
        RcloneResolution(of: try RcloneSpec(text), configuration: Self.configuration, variables: variables)
    }

    @Test(
        arguments: [
            ("/mnt/x", ["/mnt/x"], [], ["local"]), (":local:/mnt", ["/mnt"], [], ["local"]),
            ("lo:/mnt", ["/mnt"], [], ["local"]),
            ("lo:/mnt/link/../x", ["/mnt/x"], [], ["local"]),
            ("nas:x", [], [], ["sftp"]), ("al:b", ["/library/b"], ["alias"], ["local"]),
            ("al2:b", ["/library/Pictures/b"], ["alias"], ["local"]),
            ("un:p", ["/a/p", "/b c/p", "/library/x/p"], ["union", "alias"], ["local", "sftp"]),
            ("co:", ["/a", "/b c"], ["combine"], ["local", "sftp"]), ("co:one/p", ["/a/p"], ["combine"], ["local"]),
            ("co:two/p", [], ["combine"], ["sftp"]), ("cr:p", ["/library/secret"], ["crypt", "alias"], ["local"]),
            ("ha:p", ["/library/secret"], ["hasher", "chunker", "crypt", "alias"], ["local"]),
            ("ca:p", ["/cached/p"], ["cache"], ["local"]), ("gz:p", ["/packed/p"], ["compress"], ["local"]),
            (":alias,remote='/x y':z", ["/x y/z"], ["alias"], ["local"]), ("quo:r", ["/q/r"], ["alias"], ["local"]),
            ("al,remote=/other:z", ["/other/z"], ["alias"], ["local"]),
            (":union,upstreams='\"/b c\" /d':", ["/b c", "/d"], ["union"], ["local"]),
        ] as [(String, [String], [String], [String])])
    func `A remote is followed to its end`(
        _ text: String, _ directories: [String], _ wrappers: [String], _ backends: [String]
    ) throws {
        let resolution = try resolution(text)
        #expect(resolution.directories == directories.map { FilePath($0) })
        #expect(resolution.wrappers == wrappers && resolution.backends == backends && resolution.isComplete)
    }

    @Test func `The environment overrides the configuration, and fills its gaps`() throws {
        #expect(try resolution("al:b", ["RCLONE_CONFIG_AL_REMOTE": "/env"]).directories == ["/env/b"])
        let variables = ["RCLONE_CONFIG_NEW-ONE_TYPE": "alias", "RCLONE_CONFIG_NEW-ONE_REMOTE": "/new"]
        #expect(try resolution("new-one:b", variables).directories == ["/new/b"])
        #expect(try resolution("al:b", ["RCLONE_ALIAS_REMOTE": "/all"]).directories == ["/library/b"])
    }

    @Test(arguments: ["loop:", "nosuch:x", "bare:", ":alias:", "co:none"])
    func `A chain without an end is recognized`(_ text: String) throws {
        let resolution = try resolution(text)
        #expect(!resolution.isComplete && resolution.backends.isEmpty && resolution.directories.isEmpty)
    }
}
