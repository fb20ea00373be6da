import Foundation
import PhotoModel
import PhotoServices
import Testing

/// A remote's checksums count only if its server computes them from what it stores.
struct RcloneChecksumsTests {
    private func trusted(_ remote: String, _ configuration: [String: [String: String]]) throws -> [Checksum.Kind] {
        let text = """
            {"Name":"x","Root":"","Precision":1,"Hashes":["md5","sha1","sha256"],"Features":{}}
            """
        let info = try JSONDecoder().decode(RcloneInfo.self, from: Data(text.utf8))
        let resolution = RcloneResolution(of: try RcloneSpec(remote), configuration: configuration, variables: [:])
        return RcloneChecksums.trusted(resolution, info)
    }

    @Test(arguments: [("local", [Checksum.Kind.sha256, .md5]), ("drive", [.md5]), ("box", [.sha1])])
    func `A server's own checksums count, even through another name for it`(type: String, kinds: [Checksum.Kind]) throws
    {
        let configuration = ["nas": ["type": type], "other": ["type": "alias", "remote": "nas:x"]]
        #expect(try trusted("nas:", configuration) == kinds)
        #expect(try trusted("other:y", configuration) == kinds)
    }

    @Test(arguments: ["s3", "sftp", "webdav", "b2", "azureblob", "ftp", "dropbox", "onedrive", "unheard-of"])
    func `Stored, cached or unknown checksums do not count`(type: String) throws {
        #expect(try trusted("nas:", ["nas": ["type": type]]).isEmpty)
    }

    @Test(arguments: ["crypt", "chunker", "hasher", "compress", "union", "combine"])
    func `Nor do those of wrappers around another remote`(type: String) throws {
        let wrapper = ["type": type, "remote": "disk:", "upstreams": type == "combine" ? "a=disk:" : "disk:a disk:b"]
        #expect(try trusted("nas:", ["nas": wrapper, "disk": ["type": "drive"]]).isEmpty)
    }
}
