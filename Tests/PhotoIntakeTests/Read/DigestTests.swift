import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct DigestTests {
    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8($0 * 7 % 251) }
    }

    private func digest(_ bytes: [UInt8]) throws -> UInt64 {
        let scratch = try TemporaryTree()
        defer { extendLifetime(scratch) }
        var reader = PhotoReader()
        return try reader.read(path: try scratch.write(bytes), now: later).get().digest
    }

    // The expected values are those of the reference implementation, XXH3_64bits of xxHash 0.8, for size, head and
    // tail.
    @Test(
        arguments: [
            (0, 0xC77B_3ABB_6F87_ACD9), (10, 0x69BC_D021_2B3B_F2BA), (65_537, 0xC88C_5721_1050_1F36),
            (100_000, 0x20FB_15CD_B0F2_0CB0),
        ] as [(Int, UInt64)])
    func `The digest is XXH3 of size, head and tail`(count: Int, expected: UInt64) throws {
        #expect(try digest(bytes(count)) == expected)
    }

    @Test func `Bytes of the head and of the tail count, those between do not`() throws {
        let original = bytes(200_000)
        let digest = try digest(original)
        for (place, isSeen) in [
            (0, true), (65_535, true), (65_536, false), (195_903, false), (195_904, true), (199_999, true),
        ] {
            var changed = original
            changed[place] ^= 1
            #expect((try self.digest(changed) != digest) == isSeen, "byte \(place)")
        }
    }

    @Test(arguments: [1, 65_535, 65_536, 65_537, 69_631, 69_632, 69_633])
    func `Every byte of a file of at most 68 KiB counts`(count: Int) throws {
        let original = bytes(count)
        let digest = try digest(original)
        for place in Set([0, count / 2, max(count - 4_097, 0), count - 1]) where count <= 69_632 {
            var changed = original
            changed[place] ^= 1
            #expect(try self.digest(changed) != digest, "byte \(place)")
        }
    }

    @Test func `A file that grew by the same bytes has another digest`() throws {
        #expect(try digest(Array(repeating: 9, count: 100_000)) != digest(Array(repeating: 9, count: 100_001)))
    }
}
