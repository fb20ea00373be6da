internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A service account's signing key (RS256, RFC 7518 3.3).
struct SigningKey: Sendable {
    private let key: _RSA.Signing.PrivateKey

    /// Makes a new key of 2,048 bits.
    init() throws { key = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    /// The key in the format of Google's files, PKCS #8 in PEM.
    var pem: String { key.pkcs8PEMRepresentation }

    func hasSigned(_ bytes: [UInt8], _ signature: [UInt8]) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: Data(signature))
        return key.publicKey.isValidSignature(
            signature, for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
    }
}
