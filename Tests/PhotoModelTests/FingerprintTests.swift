import PhotoModel
import Testing

struct FingerprintTests {
    private let now: Int64 = 1_700_000_000_000_000_000

    private func fingerprint(modified: Int64, changed: Int64) -> Fingerprint {
        Fingerprint(size: 1, modified: modified, changed: changed, inode: 1)
    }

    @Test(arguments: [0, 1_999_999_999, -1_999_999_999])
    func `A file touched within two seconds of being read is racy`(offset: Int64) {
        #expect(fingerprint(modified: now + offset, changed: 0).isRacy(readAt: now))
        #expect(fingerprint(modified: 0, changed: now + offset).isRacy(readAt: now))
    }

    @Test(arguments: [2_000_000_000, -2_000_000_000, -.max, .max - 1_700_000_000_000_000_000])
    func `A file touched at any other time is not`(offset: Int64) {
        #expect(!fingerprint(modified: now + offset, changed: now + offset).isRacy(readAt: now))
    }

    @Test(arguments: [Int64.min, .max])
    func `Times as far apart as possible are not racy`(time: Int64) {
        #expect(!fingerprint(modified: time, changed: time).isRacy(readAt: now))
        #expect(!fingerprint(modified: time, changed: time).isRacy(readAt: -now))
    }
}
