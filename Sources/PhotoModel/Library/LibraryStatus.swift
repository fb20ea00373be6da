package import SystemPackage

/// The library at a glance.
package struct LibraryStatus: Sendable {
    /// How many photos there are of something, and their bytes.
    package struct Count: Hashable, Sendable {
        /// Stills and videos.
        package var photos: Int
        /// The bytes of their files.
        package var bytes: Int64

        package init(photos: Int = 0, bytes: Int64 = 0) {
            self.photos = photos
            self.bytes = bytes
        }
    }

    /// Photos and bytes by verdict; a verdict nobody has is there with zeros.
    package var byVerdict: [Verdict: Count]
    /// Work photos whose group has a receipt for every member.
    package var uploaded = Count()
    /// Work photos that have not.
    package var notUploaded = Count()
    /// Photos with a receipt whose verdict is not work any more.
    package var uploadedButNotWork = Count()
    /// Photos that are gone from the disk.
    package var gone = 0
    /// Files whose name promises a photo and whose content is none or is damaged.
    package var unreadable = 0
    /// Files of formats that are not read.
    package var unsupported = 0
    /// Groups.
    package var groups = 0
    /// The roots, in the order of their paths.
    package var roots: [FilePath] = []
    /// When the last scan ended, nanoseconds since 1970-01-01T00:00:00Z; nil where none did.
    package var lastScan: Int64?
    /// Runs that began and did not end.
    package var interruptedRuns = 0

    package init(byVerdict: [Verdict: Count]) {
        self.byVerdict = byVerdict
    }
}
