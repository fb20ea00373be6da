import PhotoModel
import PhotoPipeline

extension JSONLine {
    /// The `receipt` line: of an export without a state, of a check with what came of it.
    init(receipt check: ReceiptCheck) {
        self.init(type: "receipt")
        let receipt = check.receipt
        set("destination", check.destination)
        set("marker", check.marker.text)
        set("target", path: receipt.target.path)
        set("remoteID", receipt.target.id)
        set("size", receipt.size)
        set("sha256", hexText(receipt.sha256))
        set("checksum", receipt.checksum.value)
        set("checksumKind", receipt.checksum.kind.rawValue)
        set("receivedAt", UTCInstant(nanoseconds: receipt.received).text)
        set("checkedAt", UTCInstant(nanoseconds: receipt.checked).text)
        set("failedAt", check.failedAt.map { UTCInstant(nanoseconds: $0).text })
        if let state = check.state { set("state", state.rawValue) }
    }
}
