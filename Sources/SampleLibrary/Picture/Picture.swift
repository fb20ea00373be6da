/// Rows of red, green and blue bytes.
struct Picture {
    /// The aspect ratio of a stored picture.
    enum Shape: Int {
        case fourToThree, threeToTwo

        /// The stored size for a width in pixels.
        func size(width: Int) -> (width: Int, height: Int) {
            self == .fourToThree ? (width, width * 3 / 4) : (width, width * 2 / 3)
        }
    }

    let width: Int
    let height: Int
    private(set) var bytes: [UInt8]

    /// A picture with the colour that `color` returns for each column and row.
    init(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> Color) {
        self.width = width
        self.height = height
        bytes = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = color(x, y)
                bytes.append(UInt8(clamping: pixel.red))
                bytes.append(UInt8(clamping: pixel.green))
                bytes.append(UInt8(clamping: pixel.blue))
            }
        }
    }

    func color(_ x: Int, _ y: Int) -> Color {
        let start = (y * width + x) * 3
        return Color(Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
    }

    /// A smaller picture, in which each pixel is the mean of those it covers.
    func reduced(width newWidth: Int, height newHeight: Int) -> Picture {
        Picture(width: newWidth, height: newHeight) { x, y in
            let left = x * width / newWidth, right = max((x + 1) * width / newWidth, left + 1)
            let top = y * height / newHeight, bottom = max((y + 1) * height / newHeight, top + 1)
            var sum = Color(0, 0, 0)
            for row in top..<bottom {
                for column in left..<right {
                    let one = color(column, row)
                    sum = Color(sum.red + one.red, sum.green + one.green, sum.blue + one.blue)
                }
            }
            let count = (right - left) * (bottom - top)
            return Color(sum.red / count, sum.green / count, sum.blue / count)
        }
    }

    /// The picture as a rotated camera stores it. Displayed by the orientation, it is upright again (EXIF 3.0, 4.6.4,
    /// Orientation). Supports 1, 3, 6 and 8.
    func stored(orientation: Int) -> Picture {
        switch orientation {
        case 3: Picture(width: width, height: height) { x, y in color(width - 1 - x, height - 1 - y) }
        case 6: Picture(width: height, height: width) { x, y in color(width - 1 - y, x) }
        case 8: Picture(width: height, height: width) { x, y in color(y, height - 1 - x) }
        default: self
        }
    }
}
