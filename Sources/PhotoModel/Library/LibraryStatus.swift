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

    /// How many groups are staged, and the bytes of their files.
    package struct Staged: Hashable, Sendable {
        /// Groups, each as often as it is staged for something else.
        package var groups: Int
        /// The bytes of their files.
        package var bytes: Int64

        package init(groups: Int = 0, bytes: Int64 = 0) {
            self.groups = groups
            self.bytes = bytes
        }
    }

    /// A run that is at work, and how far it has come.
    package struct RunUnderWay: Hashable, Sendable {
        /// The command.
        package var command: String
        /// When it began, nanoseconds since 1970-01-01T00:00:00Z.
        package var started: Int64
        /// How many of what it has done: `seen` files of a scan, `done`, `failed`, `skipped` and `refused` groups.
        package var counts: [String: Int]
        /// The bytes of the groups that are done.
        package var bytes: Int64

        package init(command: String, started: Int64, counts: [String: Int] = [:], bytes: Int64 = 0) {
            self.command = command
            self.started = started
            self.counts = counts
            self.bytes = bytes
        }
    }

    /// A run of which the index has no end: it is under way, or was killed.
    package struct UnfinishedRun: Hashable, Sendable {
        /// The command.
        package var command: String
        /// The machine it began on; nil where that had no name.
        package var host: String?
        /// The number of its process there.
        package var pid: Int64?
        /// Its number.
        package var id: Int64

        package init(id: Int64 = 0, command: String, host: String?, pid: Int64?) {
            self.id = id
            self.command = command
            self.host = host
            self.pid = pid
        }
    }

    /// Photos and bytes by verdict; a verdict nobody has is there with zeros.
    package var byVerdict: [Verdict: Count]
    /// Work photos of groups that are uploaded: each member has a receipt that counts at one and the same configured
    /// destination.
    package var uploaded = Count()
    /// Work photos that have not.
    package var notUploaded = Count()
    /// Photos with a receipt that did not fail, at whatever destination, whose verdict is not work any more.
    package var uploadedButNotWork = Count()
    /// Work photos whose groups `purge` could remove by their receipts: each file, sidecars of every format among them,
    /// has one that counts at one and the same configured destination; nobody holds one, and no position was worked out
    /// from other photos.
    package var reclaimable = Count()
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
    /// What is staged and not yet carried out.
    package var staged = Staged()
    /// Runs that began and did not end, the oldest first.
    package var unfinishedRuns: [UnfinishedRun] = []

    /// The runs that are at work now, the oldest first.
    package var runsUnderWay: [RunUnderWay] = []

    /// Groups whose upload is announced and has no outcome, of a run that is under way.
    package var uploadsUnderWay = 0
    /// Groups whose upload is announced and has no outcome, of runs that were killed.
    package var interruptedUploads = 0

    /// Groups whose removal is announced and has no outcome, of a run that is under way.
    package var purgesUnderWay = 0
    /// Groups whose removal is announced and has no outcome, of runs that were killed.
    package var interruptedPurges = 0
    /// Groups whose return is announced and has no outcome, of a run that is under way.
    package var undosUnderWay = 0
    /// Groups whose return is announced and has no outcome, of runs that were killed.
    package var interruptedUndos = 0

    /// How many runs began and did not end.
    package var interruptedRuns: Int { unfinishedRuns.count }

    package init(byVerdict: [Verdict: Count]) {
        self.byVerdict = byVerdict
    }
}

/// What an index takes up on the disk, in bytes.
package struct IndexSize: Hashable, Sendable {
    /// The file with its write-ahead log.
    package let bytes: Int64
    /// What of it holds nothing, at least.
    package let unused: Int64

    package init(bytes: Int64, unused: Int64) {
        self.bytes = bytes
        self.unused = unused
    }
}
