package import PhotoPipeline
package import SystemPackage

/// The fake in the contract's tests.
package struct FakeUploadWorld: UploadWorld {
    private let fake = FakeUploadService(marker: nil)
    package let library: TemporaryTree

    package let goesOn: Bool

    package init(goingOn goesOn: Bool = false) throws {
        library = try TemporaryTree()
        self.goesOn = goesOn
        if goesOn { fake.tokenDistance = 1 << 20 }
    }

    package var arrived: Int64? { fake.arrived }

    package var service: any UploadService { fake }
    package func another() -> any UploadService { fake }
    package func place(_ bytes: [UInt8], at target: FilePath) { fake.place(.file(bytes, modified: 0), at: target) }
    package func placeOther(at target: FilePath) { fake.place(.other, at: target) }
    package func bytes(at target: FilePath) -> [UInt8]? { fake.bytes(at: target) }
    package func leftovers() -> Int { fake.parts.count }
    package func setReceipts(_ bytes: [UInt8]) { fake.receipts = bytes }
    package func goAway() { fake.isGone = true }

    package func modified(at target: FilePath) -> Int64? {
        guard case .file(_, let modified)? = fake.entries[target] else { return nil }
        return modified
    }
}
