/// What the items of a `meta` box have to do with each other (`iref`; ISO/IEC 14496-12, 8.11.12).
struct ItemReferences {
    private static let mostTargets = 256
    private static let mostReferences = 65_536

    private let isLong: Bool
    private let references: Range<Int>

    /// The references in the content of `iref`; nil where there is none.
    init?(_ content: Range<Int>?, in source: inout PhotoSource) {
        guard let content else { return nil }
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version else { return nil }
        isLong = version > 0
        references = fields.rest
    }

    /// The items that the first reference of this type from `item` names, in order; of very many the first.
    func targets(of item: Int, by type: FourCC, in source: inout PhotoSource) -> [Int] {
        var targets: [Int] = []
        source.forEachBox(in: references, most: Self.mostReferences) { box, source in
            guard box.type == type else { return true }
            var fields = BoxFields(box.content)
            guard fields.number(isLong ? 4 : 2, in: &source) == item else { return true }
            for _ in 0..<min(fields.number(2, in: &source) ?? 0, Self.mostTargets) {
                guard let target = fields.number(isLong ? 4 : 2, in: &source) else { break }
                targets.append(target)
            }
            return false
        }
        return targets
    }
}
