import PhotoPipeline

/// Does something with each element that has no error yet; what it throws becomes the element's.
func forEach<Element>(
    _ elements: [Element], _ results: inout [TrashError?],
    _ body: (Int, Element) throws(TrashError) -> Void
) {
    for (index, element) in elements.enumerated() where results[index] == nil {
        do throws(TrashError) {
            try body(index, element)
        } catch {
            results[index] = error
        }
    }
}

/// Prepares what goes together, and ends it: a group of which one cannot be prepared is left as it is. That one is
/// missing keeps none of the others.
///
/// - Parameters:
///   - groups: what goes together.
///   - prepare: gives what ends an element; its place among all is given to it.
///   - end: ends a group, with an answer for each.
/// - Returns: an answer for each element of all groups, in order.
func endGroups<Element, Ready>(
    _ groups: [[Element]], prepare: (Int, Element) throws(TrashError) -> Ready, end: ([Ready]) -> [TrashError?]
) -> [TrashError?] {
    var results: [TrashError?] = []
    for group in groups {
        let first = results.count
        var ready: [(index: Int, ready: Ready)] = []
        for element in group {
            do throws(TrashError) {
                ready.append((results.count, try prepare(results.count, element)))
                results.append(nil)
            } catch {
                results.append(error)
            }
        }
        if results[first...].contains(where: isObstacle) { continue }
        for (each, error) in zip(ready, end(ready.map(\.ready))) { results[each.index] = error }
    }
    return results
}

/// Whether an answer keeps a whole group: one that is gone keeps none of the others.
func isObstacle(_ error: TrashError?) -> Bool { error.map { $0.kind != .missing } ?? false }

/// The answers of each group.
func split(_ results: [TrashError?], like groups: [[some Any]]) -> [[TrashError?]] {
    var rest = results[...]
    return groups.map { group in
        defer { rest = rest.dropFirst(group.count) }
        return Array(rest.prefix(group.count))
    }
}
