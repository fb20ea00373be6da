/// By what a service goes on with an upload that was cut off: a session's address, or a number of parts. Means
/// something to that service only. Who has it can write there, so it stands in no journal, and in no text.
package struct ResumeToken: Hashable, Sendable {
    /// What the service has to be told.
    package let secret: Secret

    /// Has a service go on by this.
    package init(_ secret: Secret) { self.secret = secret }
}
