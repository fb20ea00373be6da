import Glibc

/// A line on standard error that counts the photos, if standard error is a terminal.
struct ProgressLine {
    let total: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(total: Int) {
        self.total = total
    }

    func show(_ photos: Int) {
        write("\r\(photos) of \(total) photos")
    }

    func clear() {
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        guard isTerminal else { return }
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
