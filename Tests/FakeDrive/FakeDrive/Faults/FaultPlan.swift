struct FaultPlan: Sendable {
    private struct Planted: Sendable {
        var target: FaultTarget
        var timesLeft: Int
        let what: What
    }

    /// A fault, or a hold.
    enum What: Sendable {
        case fault(Fault)
        case hold(HeldRequest)
    }

    private var planted: [Planted] = []

    var isEmpty: Bool { planted.isEmpty }

    mutating func plant(_ what: What, at target: FaultTarget, times: Int) {
        planted.append(Planted(target: target, timesLeft: times, what: what))
    }

    mutating func removeAll() { planted = [] }

    /// Takes the fault and the hold for a request.
    ///
    /// - Parameters:
    ///   - request: the request; without its body if only its headers have arrived.
    ///   - address: path and query as received.
    ///   - hasBody: whether the body has arrived. Targets with a text in the body are matched only then, the others
    ///     before.
    /// - Returns: at most one fault and one hold.
    mutating func take(_ request: ReceivedRequest, _ address: String, hasBody: Bool) -> (
        fault: Fault?, hold: HeldRequest?
    ) {
        var found: (fault: Fault?, hold: HeldRequest?) = (nil, nil)
        for index in planted.indices where planted[index].timesLeft > 0 {
            if case .fault = planted[index].what, found.fault != nil { continue }
            if case .hold = planted[index].what, found.hold != nil { continue }
            guard fits(&planted[index].target, request, address, hasBody) else { continue }
            planted[index].timesLeft -= 1
            switch planted[index].what {
            case .fault(let fault): found.fault = fault
            case .hold(let hold): found.hold = hold
            }
        }
        planted.removeAll { $0.timesLeft <= 0 }
        return found
    }

    private func fits(_ target: inout FaultTarget, _ request: ReceivedRequest, _ address: String, _ hasBody: Bool)
        -> Bool
    {
        switch target {
        case .number(let number): return !hasBody && request.number == number
        case .like(var likeness):
            guard (likeness.body != nil) == hasBody, likeness.method == nil || likeness.method == request.method,
                likeness.path.map({ address.has($0) }) ?? true,
                likeness.body.map({ String(decoding: request.body, as: UTF8.self).has($0) }) ?? true
            else { return false }
            guard likeness.after > 0 else { return true }
            likeness.after -= 1
            target = .like(likeness)
            return false
        }
    }
}

extension String {
    /// Whether this text contains another, byte for byte.
    func has(_ text: String) -> Bool {
        let (all, part) = (Array(utf8), Array(text.utf8))
        guard part.count <= all.count else { return false }
        return (0...(all.count - part.count)).contains { all[$0..<$0 + part.count].elementsEqual(part) }
    }
}
