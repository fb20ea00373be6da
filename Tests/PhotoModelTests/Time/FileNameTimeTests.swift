import PhotoModel
import Testing

struct FileNameTimeTests {
    private func read(_ name: String) -> CaptureTime? {
        FileNameTime.captureTime(of: Array(name.utf8).span)
    }

    @Test(arguments: [
        "IMG_20260501_100203.jpg", "img_20260501_100203", "VID_20260501_100203.mp4", "IMG_20260501_100203_1.jpg",
        "IMG_20260501_100203~2.jpg", "IMG_20260501_100203(1).jpg", "IMG_20260501_100203-edited.jpg",
        "IMG_20260501_100203_HDR.jpg", "MVIMG_20260501_100203.jpg", "PANO_20260501_100203.jpg",
        "Screenshot_20260501-100203.png", "Screenshot_20260501_100203_Edge.jpg", "Screenshot_2026-05-01-10-02-03.png",
        "Screenshot_2026-05-01-10-02-03-123_com.app.jpg", "Screenshot 2026-05-01 at 10.02.03.png",
        "Screenshot 2026-05-01 at 10.02.03 (2).png", "Screenshot 2026-05-01 at 10.02.03 AM.png",
        "Screen Shot 2026-05-01 at 10.02.03\u{202F}AM.png", "Screen Recording 2026-05-01 at 10.02.03.mov",
        "20260501_100203.jpg", "20260501_100203_001.jpg", "signal-2026-05-01-100203.jpeg",
        "signal-2026-05-01-100203_002.jpeg", "signal-2026-05-01-10-02-03-456.jpg", "2026-05-01 10.02.03.jpg",
        "2026-05-01 10.02.03-1.jpg", "2026-05-01 10.02.03.3gp", "2026-05-01_10.02.03.jpg",
        "signal-20260501-100203.jpg",
        // Oppo and Realme, ASUS, Windows, Ubuntu Touch, LG, OnePlus, Huawei.
        "IMG20260501100203.jpg", "VID20260501100203.mp4", "P_20260501_100203.jpg", "V_20260501_100203.mp4",
        "WP_20260501_10_02_03_Pro.jpg", "WIN_20260501_10_02_03_Pro.jpg", "image20260501_100203.jpg",
        "video20260501_100203.mp4", "SAVE_20260501_100203.jpg", "CAM_20260501_100203.jpg",
        "SL_MO_VID_20260501_100203.mp4", "SVID_20260501_100203_1.mp4", "TimeVideo_20260501_100203.mp4",
        "VideoCapture_20260501-100203.jpg", "lv_0_20260501100203.mp4", "Spectacle_20260501_100203.png",
        // Drones.
        "DJI_20260501100203_0094_D.JPG", "DJI_20260501_100203_12.mp4", "dji_fly_20260501_100203_12_1715_photo.jpg",
        "dji_mimo_20260501_100203_1.jpg", "dji_export_20260501_100203.mp4",
        // Dashcams.
        "2026_0501_100203_F.MP4", "20260501100203_000123F.MP4", "NO20260501-100203-000123F.MP4",
        "EV20260501-100203-000123F.MP4", "PA20260501-100203-000123F.JPG", "REC_2026_05_01_10_02_03_F.MP4",
        "2026-05-01_10-02-03-front.mp4", "FILE260501-100203F.MP4", "20260501_100203_NF.mp4",
        // Messengers.
        "WhatsApp Image 2026-05-01 at 10.02.03.jpeg", "WhatsApp Video 2026-05-01 at 10.02.03 AM.mp4",
        "WhatsApp Bild 2026-05-01 um 10.02.03.jpeg", "Imagen de WhatsApp 2026-05-01 a las 10.02.03.jpg",
        "PHOTO-2026-05-01-10-02-03.jpg", "VIDEO-2026-05-01-10-02-03.mp4", "photo_2026-05-01_10-02-03.jpg",
        "video_2026-05-01_10-02-03.mp4", "viber_image_2026-05-01_10-02-03.jpg",
        "KakaoTalk_20260501_100203.jpg", "KakaoTalk_Photo_2026-05-01-10-02-03.jpeg",
        // Apps.
        "InShot_20260501_100203045.jpg", "B612_20260501_100203_045.jpg", "C360_2026-05-01-10-02-03-045.jpg",
        // Bursts.
        "00001IMG_00001_BURST20260501100203.jpg", "00000IMG_00000_BURST20260501100203_COVER.jpg",
        "DSC_0001_BURST20260501100203.jpg",
        // Screens.
        "Screenshot_20260501_100203.png", "Screenshot_2026-05-01_10-02-03.png",
        "Screenshot from 2026-05-01 10-02-03.png", "Screencast from 2026-05-01 10-02-03.webm",
        "Screenshot 2026-05-01 100203.png", "Screen_Recording_20260501_100203_One UI Home.mp4",
        "Screenrecorder-2026-05-01-10-02-03-123.mp4", "Bildschirmfoto vom 2026-05-01 10-02-03.png",
        "Bildschirmfoto 2026-05-01 um 10.02.03.png", "Capture d’écran 2026-05-01 à 10.02.03.png",
        "Capture d’e\u{301}cran de 2026-05-01 10-02-03.png", "Captura de pantalla 2026-05-01 a la(s) 10.02.03.png",
        "Captura de Tela 2026-05-01 às 10.02.03.png", "Schermata 2026-05-01 alle 10.02.03.png",
        "Schermafbeelding 2026-05-01 om 10.02.03.png", "Ska\u{308}rmavbild 2026-05-01 kl. 10.02.03.png",
        "Näyttökuva 2026-05-01 kello 10.02.03.png", "Zrzut ekranu 2026-05-1 o 10.02.03.png",
        "Снимок экрана 2026-05-01 в 10.02.03.png", "スクリーンショット 2026-05-01 10.02.03.png",
        "屏幕截图 2026-05-01 100203.png", "螢幕擷取畫面 2026-05-01 100203.png", "화면 캡처 2026-05-01 100203.png",
        "Képernyőkép 2026-05-01 100203.png", "Captură de ecran 2026-05-01 100203.png",
        "截屏2026-05-01 上午10.02.03.png", "스크린샷 2026-05-01 오전 10.02.03.png",
        "2026-05-01-100203_1920x1080_scrot.png", "2026-05-01-100203_hyprshot.png", "2026-05-01-100203-123_hyprshot.png",
        "20260501_10h02m03s_grim.png", "ksnip_20260501-100203.png", "DeepinScreenshot_20260501100203.png",
        "DeepinScreenshot_select-area_20260501100203.png", "截图_20260501100203.png", "微信截图_20260501100203.png",
        "vlcsnap-2026-05-01-10h02m03s123.png", "vlcsnap-2026-05-01-10h02m03s6.png",
        "Изображение WhatsApp 2026-05-01 в 10.02.03.jpg", "Видео WhatsApp 2026-05-01 в 10.02.03_8c3c5316.mp4",
        "Zdjęcie WhatsApp 2026-05-01 o 10.02.03_e0e51424.jpg", "WhatsApp Görsel 2026-05-01 saat 10.02.03.jpg",
        "Record_2026-05-01-10-02-03_456a1fceef3bca62.mp4", "LRV_20260501_100203_01_001.lrv",
        "PRO_VID_20260501_100203_00_002.mp4", "photo_12@01-05-2026_10-02-03.jpg",
        "photo_1@01-05-2026_10-02-03_thumb.jpg", "video_3@01-05-2026_10-02-03.mp4",
        "IMG_\u{662}\u{660}\u{662}\u{666}\u{660}\u{665}\u{660}\u{661}_100203.jpg",
        "JPEG_20260501_100203_45678.jpg", "CYMERA_20260501_100203.jpg",
        "Bildschirmfoto_20260501_100203.png",
        "Captura de pantalla_20260501_100203.png", "螢幕快照 2026-05-01 上午10.02.03.png",
        "Image WhatsApp 2026-05-01 à 10.02.03.jpg", "Imagem WhatsApp 2026-05-01 às 10.02.03_31F65FE2.jpg",
        "Obrázek WhatsApp 2026-05-01 v 10.02.03.jpg", "Vídeo de WhatsApp 2026-05-01 a las 10.02.03.mp4",
        "WhatsApp-Image-2026-05-01-at-10.02.03.jpeg", "WhatsApp-Image-2026-05-01-at-10-02-03-AM-1-300x300.webp",
        "Resized_20260501_100203.jpeg", "TimePhoto_20260501_100203.jpg", "SmartSelect_20260501-100203_Chrome.jpg",
        "screen-20260501-100203.mp4", "screen-20260501-100203-1776828503225~2.mp4",
        "微信图片_20260501100203.jpg", "微信图片_20260501100203_484_3.jpg", "WeChat Image_20260501100203.jpg",
        "QQ图片20260501100203.png", "QQ截图20260501100203.png", "TIM图片20260501100203.png",
        "MTXX_20260501100203.jpg", "MTXX_20260501_100203686.jpg", "MEITU_20260501_100203176.jpg",
        "MYXJ_20260501100203215_save(1).jpg", "faceu_20260501100203.jpg", "WuTa_2026-05-01_10-02-03.jpg",
        "Polish_20260501_100203081.jpg", "YouCut_20260501_100203157.mp4", "Picsart_26-05-01_10-02-03-466.jpg",
        "260501_100203_001_FH.MP4", "260501_100203_219_RH.MP4",
        "original_75a0a7c1-0ce1-4e78-b5eb-ef7a19e69d4c_IMG_20260501_100203.jpg",
        "CleanShot 2026-05-01 at 10.02.03@2x.png", "Screen_Shot_2026-05-01_at_10.02.03_AM.png",
        "2026-05-01 10-02-03屏幕截图.png", "2026-05-01 10-02-03 的屏幕截图.png", "2026-05-01 10:02:03屏幕截图.png",
        "Snímka obrazovky 2026-05-01 o 10.02.03.png", "Sni\u{301}mka obrazovky 2026-05-01 o 10.02.03.png",
        "Snimka zaslona 2026-05-01 100203.png", "Posnetek zaslona 2026-05-01 ob 10.02.03.png",
        "Ekrano kopija 2026-05-01 100203.png", "Ekrānuzņēmums 2026-05-01 100203.png",
        "Kuvatõmmis 2026-05-01 100203.png", "Képernyőfotó 2026-05-01 - 10.02.03.png",
        "Tangkapan Layar 2026-05-01 pukul 10.02.03.png", "Cuplikan layar 2026-05-01 100203.png",
        "Ảnh chụp Màn hình 2026-05-01 lúc 10.02.03.png", "Ảnh màn hình 2026-05-01 lúc 10.02.03.png",
        "A\u{309}nh chu\u{323}p Ma\u{300}n hi\u{300}nh 2026-05-01 lu\u{301}c 10.02.03.png",
        "Ảnh chụp màn hình 2026-05-01 100203.png", "Στιγμιότυπο 2026-05-01 100203.png",
        "Στιγμιο\u{301}τυπο οθο\u{301}νης 2026-05-01 100203.png", "צילום מסך 2026-05-01 ב-10 02 03.png",
        "لقطة شاشة 2026-05-01 100203.png", "स्क्रीनशॉट 2026-05-01 100203.png",
    ])
    func `A name contains wall time`(name: String) throws {
        let time = try #require(read(name))
        #expect(time.wall.text.prefix(19) == "2026-05-01T10:02:03")
        #expect(time.offset == nil)
        #expect(time.source == .filename)
        #expect(!time.isDateOnly)
    }

    @Test(arguments: [
        ("PXL_20260501_080203123.jpg", "2026-05-01T08:02:03.123"),
        ("PXL_20260501_080203.MP.jpg", "2026-05-01T08:02:03"),
        ("pxl_20260501_000000000.mp4", "2026-05-01T00:00:00"),
        ("20260501_080203123_iOS.heic", "2026-05-01T08:02:03.123"),
        ("20260501_080203000_iOS 1.jpg", "2026-05-01T08:02:03"),
        ("original_75a0a7c1-0ce1-4e78-b5eb-ef7a19e69d4c_PXL_20260501_080203123.jpg", "2026-05-01T08:02:03.123"),
    ])
    func `A Pixel's and OneDrive's name is in UTC`(name: String, text: String) throws {
        let time = try #require(read(name))
        #expect(time.wall.text == text)
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
        #expect(!time.isDateOnly)
    }

    @Test(arguments: [
        "FB_IMG_1450900959497.jpg", "FB_VID_1450900959497.mp4", "mmexport1450900959497.jpg",
        "wx_camera_1450900959497.jpg",
        "microMsg.1450900959497.jpg", "qq_pic_merged_1450900959497.jpg", "PhotoGrid_1450900959497.jpg",
    ])
    func `Milliseconds since 1970 are UTC`(name: String) throws {
        let time = try #require(read(name))
        #expect(time.wall.text == "2015-12-23T20:02:39.497")
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
    }

    @Test func `Seconds since 1970 are UTC`() throws {
        let time = try #require(read("RPReplay_Final1450900959-2.mp4"))
        #expect(time.wall.text == "2015-12-23T20:02:39")
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
    }

    @Test func `An offset in a name is read, the number of a copy is none`() {
        #expect(read("IMG_20260501_100203+0530.jpg")?.offset == UTCOffset(seconds: 19_800, source: .filename))
        #expect(read("IMG_20260501_100203Z.jpg")?.offset == UTCOffset(seconds: 0, source: .utc))
        #expect(read("2026-05-01 10.02.03-1.jpg")?.offset == nil)
    }

    @Test(arguments: ["20260501_100203_iOS.jpg", "20260501_100203123_iOSphone.jpg", "20260501_100203123.jpg"])
    func `Other names than OneDrive's are wall time`(name: String) throws {
        #expect(try #require(read(name)).offset == nil)
    }

    @Test func `Milliseconds are kept`() {
        #expect(read("DSC_0001_BURST20230813092638111.jpg")?.wall.text == "2023-08-13T09:26:38.111")
        #expect(read("IMG_20260501_100203045.jpg")?.wall.text == "2026-05-01T10:02:03.045")
        #expect(read("20260501_100203999.jpg")?.wall.text == "2026-05-01T10:02:03.999")
    }

    @Test(arguments: [
        ("Screenshot 2026-05-01 at 1.02.03 PM.png", "13"), ("Screenshot 2026-05-01 at 12.02.03 PM.png", "12"),
        ("Screenshot 2026-05-01 at 12.02.03 am.png", "00"), ("Screenshot 2026-05-01 at 9.02.03.png", "09"),
        ("Screenshot 2026-05-01 at 23.02.03.png", "23"), ("截屏2026-05-01 下午1.02.03.png", "13"),
        ("Screen Shot 2026-05-01 at 1.02.03 p.m..png", "13"), ("IMG_20260501_240203.jpg", "00"),
        ("Знімок екрана 2026-05-01 о 1.02.03 пп.png", "13"), ("Знімок екрана 2026-05-01 о 1.02.03 дп.png", "01"),
        ("Bildschirmfoto 2026-05-01 um 1.02.03 nachm..png", "13"),
        ("Bildschirmfoto 2026-05-01 um 12.02.03 vorm..png", "00"),
        ("WhatsApp-Image-2026-05-01-at-1.02.03-PM-2-300x300.jpeg", "13"),
        ("Screen_Shot_2026-05-01_at_12.02.03_AM.png", "00"),
        ("لقطة الشاشة ٢٠٢٦-٠٥-٠١ في ١.٠٢.٠٣ م.png", "13"),
    ])
    func `Twelve-hour times use AM and PM`(name: String, hour: String) {
        #expect(read(name)?.wall.text == "2026-05-01T\(hour):02:03")
    }

    @Test(arguments: [
        "IMG-20260501-WA0001.jpg", "VID-20260501-WA0123.mp4", "img-20260501-wa0001.jpg", "IMG_20260501_A.jpg",
        "IMG_20260501.jpg", "STK-20260501-WA0001.webp", "WP_20260501_001.jpg",
    ])
    func `Some names contain a date without an hour`(name: String) throws {
        let time = try #require(read(name))
        #expect(time.wall.text == "2026-05-01T00:00:00")
        #expect(time.isDateOnly)
    }

    @Test(arguments: [
        "", "a.jpg", "IMG_1234.JPG", "IMG_20260501_1002.jpg", "IMG_20260501_10020.jpg",
        "IMG_20260501_1002034.jpg", "IMG_20260501_1002030456.jpg", "IMG_20260501_100203a.jpg",
        "IMG_20261301_100203.jpg", "IMG_20260230_100203.jpg", "IMG_20260501_240000.jpg", "IMG_20260501_106003.jpg",
        "IMG_20260501_100260.jpg", "IMG_00000000_000000.jpg", "IMG_19891231_100203.jpg", "IMG_21000101_100203.jpg",
        "XIMG_20260501_100203.jpg", "my IMG_20260501_100203.jpg", "120260501_100203.jpg", "20260501100203.jpg",
        "2026-05-01.jpg", "2026-05-01 10.02.jpg", "2026-05-01 10-02-03.jpg", "2026-05-01T10.02.03.jpg",
        "Screenshot_2026-05-01.png", "Screenshot_2026-05-01-10-02.png", "Screenshot_2026-05-01-10-0203.png",
        "Screenshot 2026-05-01 at 13.02.03 PM.png", "Screenshot 2026-05-01 at 0.02.03 AM.png",
        "Screenshot 2026-05-01 at 10.02.png", "IMG-20260501-WA.jpg", "IMG-20260501-100203.jpg",
        "IMG-20260532-WA0001.jpg", "PXL_20260501.jpg", "IMG_", "img", "P", "FB_IMG_145090095949.jpg",
        "FB_IMG_14509009594977.jpg", "WP_20260501_0012.jpg", "November 2026.jpg", "File123456-101112.jpg",
        "BURST.jpg", "IMG_2026_BURST2.jpg", "2026_0501.mp4",
        "Screenshot 2026-05-01 at noon.png", "Photo on 1.jpg", "2026-05-01-100203.jpg", "vlcsnap-2026-05-01-10h02m.png",
        "20260501_10h02m03.png", "photo_1@2026-05-01_10-02-03.jpg", "photo_1@32-05-2026_10-02-03.jpg",
        "photo_1@2x.png", "PicsArt_06-15-03.10.17.png", "PicsArt_05-08-05.14.41.png", "Picsart_26-0501_10-02-03.jpg",
        "RPReplay_Final145090095.mp4", "260501_100203_001_FHD.MP4", "260501_100203_01_FH.MP4",
        "2026-05-01 10-02-03 的图.png", "original_75a0a7c1_IMG_20260501_100203.jpg", "screen-2026-05-01-ca1852.png",
        "Screenshot_2026-05-01_com.whatsapp.png", "WhatsApp-Image-2026-05-01-at-13.02.03-PM.jpeg",
        "screen_shot_2026-05-01at100203.png",
    ])
    func `Nothing is guessed, and an impossible time is no time`(name: String) {
        #expect(read(name) == nil)
    }

    @Test func `Names that are cut or not UTF-8 contain no times`() {
        let whole = Array("Screenshot 2026-05-01 at 10.02.03".utf8)
        for length in 0..<whole.count {
            #expect(FileNameTime.captureTime(of: Array(whole.prefix(length)).span) == nil)
            // Between date and time a language may have any word.
            if (21..<24).contains(length) { continue }
            var bytes = whole
            bytes[length] = 0xFF
            #expect(FileNameTime.captureTime(of: bytes.span) == nil)
        }
    }
}
