/// The forward cosine transform of 8 by 8 samples (Arai, Agui, Nakajima: "A fast DCT-SQ scheme for images", 1988). Its
/// results are scaled, which ``scale`` takes back.
enum CosineTransform {
    /// Transforms the block in place: first the rows, then the columns.
    static func forward(_ block: inout [Float]) {
        for row in 0..<8 { line(&block, row * 8, 1) }
        for column in 0..<8 { line(&block, column, 8) }
    }

    /// The factor for each coefficient, in the order of rows, that gives the transform of T.81.
    static let scale: [Float] = {
        let line: [Float] = [
            1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.541196100, 0.275899379,
        ]
        return (0..<64).map { 1 / (line[$0 / 8] * line[$0 % 8] * 8) }
    }()

    private static func line(_ block: inout [Float], _ start: Int, _ step: Int) {
        let s0 = block[start], s1 = block[start + step], s2 = block[start + 2 * step], s3 = block[start + 3 * step]
        let s4 = block[start + 4 * step], s5 = block[start + 5 * step]
        let s6 = block[start + 6 * step], s7 = block[start + 7 * step]
        let sum0 = s0 + s7, sum1 = s1 + s6, sum2 = s2 + s5, sum3 = s3 + s4
        let even0 = sum0 + sum3, even1 = sum1 + sum2
        let turned = (sum1 - sum2 + sum0 - sum3) * 0.707106781
        block[start] = even0 + even1
        block[start + 4 * step] = even0 - even1
        block[start + 2 * step] = sum0 - sum3 + turned
        block[start + 6 * step] = sum0 - sum3 - turned

        let odd0 = s3 - s4 + s2 - s5, odd1 = s2 - s5 + s1 - s6, odd2 = s1 - s6 + s0 - s7
        let shared = (odd0 - odd2) * 0.382683433
        let low = 0.541196100 * odd0 + shared, high = 1.306562965 * odd2 + shared
        let middle = odd1 * 0.707106781
        let plus = s0 - s7 + middle, minus = s0 - s7 - middle
        block[start + 5 * step] = minus + low
        block[start + 3 * step] = minus - low
        block[start + step] = plus + high
        block[start + 7 * step] = plus - high
    }
}
