import PhotoPipeline
import Testing

struct SecretTests {
    private let secret = Secret(Array("hunter2".utf8))

    @Test func `No text made of a secret contains it`() {
        struct Holder: Error {
            let token: ResumeToken
        }
        let token = ResumeToken(secret)
        var dumped = ""
        dump(Holder(token: token), to: &dumped)
        let texts = [
            "\(secret)", String(reflecting: secret), "\(token)", String(reflecting: token), "\([token])",
            "\(Holder(token: token))", String(reflecting: Holder(token: token)), dumped,
        ]
        let numbers = secret.bytes.map(String.init).joined(separator: ", ")
        for text in texts { #expect(!text.contains("hunter2") && !text.contains(numbers), "\(text)") }
        #expect(texts[0] == "(secret)")
    }

    @Test func `Two secrets are equal if their bytes are`() {
        #expect(secret == Secret(Array("hunter2".utf8)))
        #expect(secret != Secret([]))
    }
}
