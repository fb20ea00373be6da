internal import Glibc

/// The connections of a proxy, which one thread serves.
struct Relay {
    /// What to do next: continue, cut every connection, or end.
    enum Verdict { case goOn, cut, end }

    struct Stream {
        let (from, to): (Int32, Int32)
        let isFromClient: Bool
        /// The bytes to be sent.
        var bytes: [UInt8] = []
        var hasEnded = false
    }

    let (listener, server): (Int32, UInt16)
    /// The two directions of each connection, consecutively.
    var streams: [Stream] = []

    init(listener: Int32, server: UInt16) {
        (self.listener, self.server) = (listener, server)
    }

    /// Waits for events and handles them; false at the end, when nothing is open any more.
    mutating func step(_ bell: Int32, _ pass: (Int) -> (count: Int, after: Verdict)) -> Bool {
        var polls = [bell, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        polls += streams.map { stream in
            let isWaiting = stream.bytes.isEmpty
            let descriptor = isWaiting ? stream.hasEnded ? -1 : stream.from : stream.to
            return pollfd(fd: descriptor, events: Int16(isWaiting ? POLLIN : POLLOUT), revents: 0)
        }
        _ = unsafe poll(&polls, nfds_t(polls.count), -1)
        var verdict = Verdict.goOn
        if polls[0].revents != 0 { verdict = ring(bell, pass) }
        var broken = Set<Int>()
        for (place, poll) in polls.dropFirst(2).enumerated() where poll.revents != 0 && verdict == .goOn {
            if !move(place, pass, &verdict) { broken.insert(place / 2) }
        }
        for place in (verdict == .goOn ? broken.sorted() : Array(0..<streams.count / 2)).reversed() { drop(place) }
        if verdict == .end { close(listener) }
        if verdict == .goOn, polls[1].revents != 0 { accept(isOpen: pass(0).after == .goOn) }
        return verdict != .end
    }

    private func ring(_ bell: Int32, _ pass: (Int) -> (count: Int, after: Verdict)) -> Verdict {
        var byte: UInt8 = 0
        _ = unsafe read(bell, &byte, 1)
        return pass(0).after
    }

    /// Receives or sends for one direction; false if the connection is over.
    private mutating func move(
        _ place: Int, _ pass: (Int) -> (count: Int, after: Verdict), _ verdict: inout Verdict
    ) -> Bool {
        if streams[place].bytes.isEmpty {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe recv(streams[place].from, &buffer, buffer.count, 0)
            guard count >= 0 else { return false }
            if count == 0 { return end(place) }
            let passed = streams[place].isFromClient ? pass(count) : (count, .goOn)
            streams[place].bytes = Array(buffer.prefix(passed.0))
            verdict = passed.1
            // Bytes that pass before a cut are sent now.
            return verdict == .goOn || push(place)
        }
        return push(place)
    }

    private mutating func push(_ place: Int) -> Bool {
        let bytes = streams[place].bytes
        // MSG_NOSIGNAL | MSG_DONTWAIT
        let count = unsafe send(streams[place].to, bytes, bytes.count, 0x4040)
        guard count >= 0 else { return errno == EAGAIN }
        streams[place].bytes.removeFirst(count)
        return true
    }

    /// Passes the end of a stream on; false if both directions have ended.
    private mutating func end(_ place: Int) -> Bool {
        streams[place].hasEnded = true
        shutdown(streams[place].to, Int32(SHUT_WR))
        return !streams[place ^ 1].hasEnded
    }

    private mutating func accept(isOpen: Bool) {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        guard isOpen, let other = try? LoopbackSocket.connect(to: server) else { return LoopbackSocket.reset(client) }
        streams.append(Stream(from: client, to: other, isFromClient: true))
        streams.append(Stream(from: other, to: client, isFromClient: false))
    }

    private mutating func drop(_ place: Int) {
        LoopbackSocket.reset(streams[place * 2].from)
        LoopbackSocket.reset(streams[place * 2].to)
        streams.removeSubrange(place * 2..<place * 2 + 2)
    }
}
