import PhotoTorture
import Testing

/// What `make torture` calls a violation.
struct TortureCheckTests {
    private let line = Array(#"{"checkedAt":"2026-05-01T08:00:00Z","sha256":"00","size":1,"target":"a.jpg"}"#.utf8)

    @Test func `A receipt that was cut anywhere by a kill is none`() {
        for count in 1..<line.count { #expect(ReceiptCheck.isCut(Array(line[..<count]))) }
    }

    @Test func `Lines that were mixed, or have lost their beginning, are a violation`() {
        for count in 1..<line.count {
            #expect(!ReceiptCheck.isCut(line[..<count] + line))
            #expect(!ReceiptCheck.isCut(Array(line[count...])))
        }
    }

    @Test(arguments: [132, 133, 134, 135, 136, 139, 159] as [Int32])
    func `A crash is a violation, whether or not the blow took effect`(exit: Int32) {
        #expect(StruckRun.crash(exit: exit, notes: "").first?.contains("signal \(exit - 128)") == true)
    }

    @Test(arguments: [0, 1, 3, 130, 137, 143, nil] as [Int32?])
    func `Other ends are no crash`(exit: Int32?) {
        #expect(StruckRun.crash(exit: exit, notes: "").isEmpty)
    }
}
