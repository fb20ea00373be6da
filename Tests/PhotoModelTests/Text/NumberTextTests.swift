import PhotoModel
import Testing

struct NumberTextTests {
    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_249, "1.2 kB"), (1_250, "1.3 kB"), (999_949, "999.9 kB"),
            (999_950, "1.0 MB"), (1_234_567_890, "1.2 GB"), (5_000_000_000_000, "5.0 TB"), (.max, "9.2 EB"),
            (-1_500, "-1.5 kB"),
            (.min, "-9.2 EB"),
        ] as [(Int64, String)])
    func `Bytes for people are in powers of a thousand`(bytes: Int64, text: String) {
        #expect(bytes.byteSize == text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (123_456, "123,456"), (1_234_567, "1,234,567"),
        (-1_234, "-1,234"), (.min, "-9,223,372,036,854,775,808"),
    ])
    func `Counts have a comma every three digits`(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}
