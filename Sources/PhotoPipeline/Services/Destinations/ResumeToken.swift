/// What a service needs to resume an interrupted upload: a session's address, or a number of parts. Only that service
/// can interpret it. Whoever has it can write to the destination, so it is in no journal and in no text.
package struct ResumeToken: Hashable, Sendable {
    /// The token itself, which the service receives.
    package let secret: Secret

    /// A token with the given secret.
    package init(_ secret: Secret) { self.secret = secret }
}
