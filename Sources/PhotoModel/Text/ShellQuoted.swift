/// A word as a shell reads it back.
package func shellQuoted(_ word: String) -> String {
    let isPlain =
        !word.isEmpty
        && word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x40, 0x5F: true
            default: false
            }
        }
    return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
}
