package import PhotoModel

/// Links to copies, by which everybody who has one can read the copy: what only some destinations give.
package protocol LinkSharing: Sendable {
    /// Whether a link can be made that ends by itself when somebody says so. Where it cannot, whoever asks for an end is
    /// refused, and gets no link without one.
    var takesExpiry: Bool { get }

    /// Makes a link to a copy, or gives the one that there is. It may end by itself all the same, when the destination says
    /// so.
    ///
    /// - Parameter copy: where the copy is; not looked at.
    /// - Returns: the link. Whoever has it can read the copy, so it is no text for a log.
    /// - Throws: `refused` where the destination makes no links, `missing`, `failed`, and what ends runs.
    func makeLink(to copy: CopyLocation) async throws(UploadError) -> Secret

    /// Takes the links to a copy back. That there is none is fine.
    ///
    /// - Parameter copy: where the copy is.
    /// - Throws: `refused` where the destination cannot: a link goes on until it ends by itself; `missing`, `failed`, and
    ///   what ends runs.
    func removeLinks(to copy: CopyLocation) async throws(UploadError)
}
