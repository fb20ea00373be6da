import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// If many groups fail for one reason, the first are listed and the others counted.
struct AlikeGroupsTests {
    @Test func `Fifteen photos that a destination refuses are ten lines and a summary line`() async throws {
        let removable = try await Removable("first.jpg")
        for number in 10..<25 { try removable.add("\(number).jpg") }
        await removable.world.run("scan")
        removable.service.fail(.send, with: UploadError(.refused, "takes no such name"), times: 99)
        let outcome = await removable.world.run("upload", "-q")
        #expect(outcome.exit == 1)
        let lines = outcome.notes.split(separator: "\n")
        let told = lines.filter { $0.hasSuffix("takes no such name") }
        #expect(told.count == 11, "\(outcome.notes)")
        #expect(lines.last?.contains("and 5 photos more: failed, ") == true, "\(outcome.notes)")
        let objects = try await removable.world.objects("upload").filter { $0["type"] == "action" }
        #expect(objects.count == 15)
    }
}
