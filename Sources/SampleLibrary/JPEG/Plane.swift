/// One component of a picture, padded at its right and lower edges to whole blocks by repeating the last samples.
struct Plane {
    let width: Int
    let height: Int
    private(set) var samples: [Float]

    /// Luminance and the two chrominances at half the size (JFIF 1.02, "Conversion to and from RGB"), each minus 128.
    /// Padded to multiples of 16 and 8.
    static func planes(_ picture: Picture) -> [Plane] {
        let width = (picture.width + 15) & ~15, height = (picture.height + 15) & ~15
        let luminance = Plane(width: width, height: height) { x, y in
            let color = picture.color(min(x, picture.width - 1), min(y, picture.height - 1))
            return 0.299 * Float(color.red) + 0.587 * Float(color.green) + 0.114 * Float(color.blue) - 128
        }
        let quarters = quarters(picture, width: width / 2, height: height / 2)
        let blue = Plane(width: width / 2, height: height / 2) { x, y in
            let color = quarters[y * width / 2 + x]
            return (-0.168736 * Float(color.red) - 0.331264 * Float(color.green) + 0.5 * Float(color.blue)) / 4
        }
        let red = Plane(width: width / 2, height: height / 2) { x, y in
            let color = quarters[y * width / 2 + x]
            return (0.5 * Float(color.red) - 0.418688 * Float(color.green) - 0.081312 * Float(color.blue)) / 4
        }
        return [luminance, blue, red]
    }

    private init(width: Int, height: Int, sample: (_ x: Int, _ y: Int) -> Float) {
        self.width = width
        self.height = height
        samples = []
        samples.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { samples.append(sample(x, y)) }
        }
    }

    /// Copies the block whose first sample is at a column and row.
    func copyBlock(_ x: Int, _ y: Int, into block: inout [Float]) {
        for row in 0..<8 {
            let start = (y + row) * width + x
            for column in 0..<8 { block[row * 8 + column] = samples[start + column] }
        }
    }

    /// The sums of four pixels each, row by row; those beyond an edge repeat the last.
    private static func quarters(_ picture: Picture, width: Int, height: Int) -> [Color] {
        var sums: [Color] = []
        sums.reserveCapacity(width * height)
        for y in 0..<height {
            let top = min(y * 2, picture.height - 1), bottom = min(top + 1, picture.height - 1)
            for x in 0..<width {
                let left = min(x * 2, picture.width - 1), right = min(left + 1, picture.width - 1)
                let one = picture.color(left, top), two = picture.color(right, top)
                let three = picture.color(left, bottom), four = picture.color(right, bottom)
                sums.append(
                    Color(
                        one.red + two.red + three.red + four.red, one.green + two.green + three.green + four.green,
                        one.blue + two.blue + three.blue + four.blue))
            }
        }
        return sums
    }
}
