internal import PhotoModel

/// Dates as cameras write them into AVI films, none of which says a zone: `Tue Oct 27 12:14:00 2009`,
/// `2009-10-27 12:14:00`, `2009/10/27/ 12:14`, `2009/10/27 12:14PM`.
enum AVIDate {
    private static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The time; nil for a date alone, and for what no calendar and clock show.
    static func captureTime(_ text: ShortText) -> CaptureTime? {
        let (numbers, month, isAfternoon) = parts(text)
        let wall: WallTime?
        if let month {
            guard numbers.count == 5 else { return nil }
            wall = WallTime(
                year: numbers[4], month: month, day: numbers[0], hour: numbers[1], minute: numbers[2],
                second: numbers[3])
        } else {
            guard numbers.count >= 5 else { return nil }
            let hour = isAfternoon && numbers[3] < 12 ? numbers[3] + 12 : numbers[3]
            wall = WallTime(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: hour, minute: numbers[4],
                second: numbers.count > 5 ? numbers[5] : 0)
        }
        return wall.map { CaptureTime(wall: $0, offset: nil, source: .quicktime) }
    }

    /// The numbers of at most four digits, the number of the month where one is named, and whether `PM` is said.
    private static func parts(_ text: ShortText) -> (numbers: [Int], month: Int?, isAfternoon: Bool) {
        var (numbers, month, isAfternoon) = ([Int](), Int?.none, false)
        var place = 0
        while place < text.count {
            if var number = text.number(at: place, length: 1) {
                place += 1
                while let digit = text.number(at: place, length: 1), number < 1_000 {
                    number = number * 10 + digit
                    place += 1
                }
                numbers.append(number)
            } else {
                if let named = months.firstIndex(where: { text.holds($0, at: place) }) { month = named + 1 }
                if text.holds("pm", at: place) { isAfternoon = true }
                place += 1
            }
        }
        return (numbers, month, isAfternoon)
    }
}

extension ShortText {
    /// Whether `word`, of small letters, stands at `place` in letters of either case.
    fileprivate func holds(_ word: StaticString, at place: Int) -> Bool {
        for letter in 0..<word.utf8CodeUnitCount {
            guard unsafe self[place + letter] | 0x20 == word.utf8Start[letter] else { return false }
        }
        return true
    }
}
