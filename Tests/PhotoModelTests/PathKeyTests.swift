import PhotoModel
import Testing

struct PathKeyTests {
    @Test func `A directory's key is the same whatever stores its bytes`() {
        let bytes = Array("2024/summer".utf8)
        let key = PathKey(root: 1, directory: bytes)
        #expect(PathKey(root: 1, directory: "2024/summer".utf8) == key)
        #expect(PathKey(root: 1, directory: bytes.lazy.map { $0 }) == key)
        #expect(PathKey(root: 1, directory: (bytes + [0])[..<11]) == key)
    }

    @Test func `Other roots and other directories have other keys`() {
        let key = PathKey(root: 1, directory: Array("a".utf8))
        #expect(PathKey(root: 2, directory: Array("a".utf8)) != key)
        #expect(PathKey(root: 1, directory: Array("b".utf8)) != key)
        #expect(PathKey(root: 1, directory: []) != key)
    }
}
