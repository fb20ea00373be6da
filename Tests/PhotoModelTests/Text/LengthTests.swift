import PhotoModel
import Testing

struct LengthTests {
    @Test(arguments: [
        ("150m", 150), ("1.5km", 1_500), ("2mi", 3_218.688), ("300ft", 91.44), ("0m", 0), ("10 km", 10_000),
        (".5 m", 0.5),
    ])
    func `A length has a unit`(text: String, meters: Double) throws {
        #expect(abs(try Length(parsing: text).meters - meters) < 1e-9)
    }

    @Test(arguments: ["", "m", "150", "150 yd", "1,5km", "150 M", "km150", "nanm", "1e400m", "infkm"])
    func `An invalid length is refused`(text: String) {
        #expect(throws: TextError.self) { try Length(parsing: text) }
    }

    @Test func `A bare number is shown with a unit`() {
        let message = "a length is a number and one of the units m, km, mi and ft, as in 200m"
        #expect(throws: TextError(message)) { try Length(parsing: "200") }
        #expect(throws: TextError("a length is at least 0")) { try Length(parsing: "-5m") }
    }
}
