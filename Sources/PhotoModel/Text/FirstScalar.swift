/// The first character of some bytes and its length in bytes; a nil scalar with its length, 1 to 3, where they begin
/// with a sequence that is not UTF-8 (the longest start of one, Unicode 15.0, section 3.9); nil for no bytes.
package func firstScalar(of bytes: some Collection<UInt8>) -> (length: Int, scalar: Unicode.Scalar?)? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded): return (encoded.count, Unicode.UTF8.decode(encoded))
    case .error(let length): return (length, nil)
    case .emptyInput: return nil
    }
}
