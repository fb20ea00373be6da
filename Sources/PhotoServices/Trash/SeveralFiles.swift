import PhotoPipeline

/// Processes each element that has no error yet; what the body throws becomes the element's error.
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

/// Prepares and ends elements by group: a group of which one element cannot be prepared is left as it is. A missing
/// element does not keep the others.
///
/// - Parameters:
///   - prepare: returns what ends an element; receives its index among all.
///   - end: ends a group, with a result for each.
/// - Returns: a result for each element of all groups, in order.
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

/// Whether an error keeps a whole group; a missing file does not.
func isObstacle(_ error: TrashError?) -> Bool { error.map { $0.kind != .missing } ?? false }

func split(_ results: [TrashError?], like groups: [[some Any]]) -> [[TrashError?]] {
    var rest = results[...]
    return groups.map { group in
        defer { rest = rest.dropFirst(group.count) }
        return Array(rest.prefix(group.count))
    }
}
