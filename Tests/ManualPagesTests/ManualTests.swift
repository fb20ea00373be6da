import ManualPages
import Testing

struct ManualTests {
    @Test func `there is a page for the program and each command that help shows`() throws {
        let manual = try Manual(dump: SampleDump.pick)
        #expect(
            manual.pages.map(\.fileName) == [
                "pick.1", "pick-scan.1", "pick-place.1", "pick-place-add.1", "pick-place-list.1",
            ])
    }

    @Test(arguments: ["", "{}", "[]", #"{"serializationVersion": 0}"#])
    func `text that is not a help dump is refused`(dump: String) {
        #expect(throws: ManualError.self) { try Manual(dump: dump) }
    }

    @Test func `a help dump of another version is refused with its number`() throws {
        let newer = SampleDump.pick.replacing("\"serializationVersion\": 0", with: "\"serializationVersion\": 7")
        let error = #expect(throws: ManualError.self) { try Manual(dump: newer) }
        #expect(try #require(error).description.contains("its version is 7"))
    }
}
