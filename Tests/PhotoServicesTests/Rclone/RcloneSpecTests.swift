import PhotoModel
import PhotoServices
import Testing

struct RcloneSpecTests {
    @Test(
        arguments: [
            ("nas:photos", "nas:photos"), ("/mnt/a:b", "/mnt/a:b"), ("a/b:c", "a/b:c"),
            (":sftp,host=nas,user=me,pass=hunter2:dir", ":sftp,host=nas,pass=…,user=me:dir"),
            ("nas,pass='a,b:c''d':dir", "nas,pass=…:dir"),
            (":webdav,url=\"http://me:hunter2@nas/\",bearer_token=x:", ":webdav,bearer_token=…,url=http://…@nas/:"),
            (":webdav,url='http://me:hun@ter2@nas/':", ":webdav,url=http://…@nas/:"),
            (":webdav,url='http://me:hun/ter2@nas/':", ":webdav,url=http://…@nas/:"),
            (":webdav,url='http://nas/x?sig=hunter2&a=b':", ":webdav,url=http://nas/x?…:"),
            (":webdav,url='http://[::1]/me@nas':", ":webdav,url=http://[::1]/me@nas:"),
            (":webdav,url='http://nas:80/me@nas':", ":webdav,url=http://nas:80/me@nas:"),
            (":alias,remote=':sftp,pass=hunter2:':", ":alias,remote=…:"),
            (":alias,remote='nas:x':", ":alias,remote=nas:x:"),
            (
                ":s3,access_key_id=AKIA,secret_access_key=hunter2,provider=AWS:b",
                ":s3,access_key_id=…,provider=AWS,secret_access_key=…:b"
            ),
            (":local,copy_links:/proc", ":local,copy_links=true:/proc"),
            (":new,thing_of_next_year=hunter2:", ":new,thing_of_next_year=…:"),
        ])
    func `A remote is shown without possible secrets`(_ text: String, _ shown: String) throws {
        #expect(try RcloneSpec(text).shown == shown)
    }

    @Test(
        arguments: [
            ":webdav,url=http://nas,pass=hunter2:dir",
            "", ":", ":sftp", ":sftp,host=nas", ":sftp,host='nas:dir", ":sftp,=x:", "-x:dir", " x:dir", "a,b", "a*b:c",
        ])
    func `What rclone would refuse is an error`(_ text: String) {
        #expect(throws: TextError.self) { try RcloneSpec(text) }
    }
}
