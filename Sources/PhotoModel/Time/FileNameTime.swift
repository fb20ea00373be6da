/// The time in a photo's name, as phones, cameras and programs write it there: a last resort where the photo says none.
///
/// Only names that begin as one of ``known``, or that contain what a burst's do, are read, whatever follows the time,
/// in any case; digits anywhere else mean nothing. `FileNameTimeTests` has an example of each.
package enum FileNameTime {
    /// The time that a name contains; nil where it does not, or where no calendar and clock show it, or where it is not
    /// in ``years``.
    ///
    /// A date without an hour is midnight; ``CaptureTime/isDateOnly`` tells it from a time.
    package static func captureTime(of name: Span<UInt8>) -> CaptureTime? {
        let text = ShortText(name).inASCII
        for (prefixes, patterns) in known {
            for prefix in prefixes where text.holds(prefix, at: 0) {
                for pattern in patterns {
                    var reader = TimeReader(text, from: prefix.utf8CodeUnitCount)
                    if let time = reader.named(pattern) { return time }
                }
            }
        }
        return burst(text)
    }

    /// The years of photos with names like these.
    static let years = 1990...2099

    /// Beginnings in lower case, and what comes after them. They are as names of files in public
    /// repositories have them, and programs there read them; Thinkware's also after its manual of the F770.
    private static let known: [(prefixes: [StaticString], patterns: [NamePattern])] = [
        // Cameras of phones: Android's, Xiaomi, Samsung, Huawei, ASUS, OnePlus, Oppo and Realme (without a divider);
        // Samsung's pictures of a film, CapCut's films and KDE's Spectacle.
        (["img_", "vid_"], [.time, .date]),
        (
            [
                "img", "vid", "mvimg_", "pano_", "image", "video", "save_", "cam_", "p_", "v_", "sl_mo_vid_", "svid_",
                "timevideo_", "videocapture_", "lv_0_", "spectacle_",
            ], [.time]
        ),
        (["pxl_"], [.timeInUTC]),
        (["wp_", "win_", "record_"], [.time]),
        // Drones and action cameras, Insta360's films of low resolution and its Pro mode among them.
        (["dji_", "dji_fly_", "dji_mimo_", "dji_export_", "lrv_", "pro_vid_", "pro_lrv_"], [.time]),
        // Dashcams: 70mai, Thinkware, Mio with a year of two digits.
        (["no", "ev", "pa", "rec_", "evt_"], [.time]), (["file"], [.shortYear]),
        // Messengers; STK are WhatsApp's stickers.
        (["img-", "vid-", "stk-"], [.whatsApp]),
        (["signal-", "photo-", "video-", "photo_", "video_", "viber_image_"], [.time]),
        (["photo_", "video_"], [.numbered]),
        (
            [
                "whatsapp ", "image whatsapp ", "imagen de whatsapp", "imagem do whatsapp",
                "immagine whatsapp", "vídeo do whatsapp", "video de whatsapp", "video whatsapp",
                "Изображение whatsapp ", "Видео whatsapp ", "zdj\u{119}cie whatsapp ", "zdje\u{328}cie whatsapp ",
                "viber image ",
            ], [.sentence]
        ),
        (["kakaotalk_", "kakaotalk_photo_"], [.time]),
        (["fb_img_", "fb_vid_", "mmexport", "wx_camera_", "micromsg.", "qq_pic_merged_"], [.milliseconds]),
        // Editors and camera apps, and those that follow Android's guide to taking photos.
        (["inshot_", "b612_", "c360_", "cymera_", "jpeg_", "photo "], [.time]),
        // Screens and films that programs for Linux capture: ksnip, Deepin's, WeChat's there, VLC.
        (
            ["ksnip_", "deepinscreenshot_", "deepinscreenshot_select-area_", "截图_", "微信截图_"], [.time]
        ),
        (["vlcsnap-"], [.lettered]),
        // Screens of phones, and of Windows, GNOME, KDE, Xfce and macOS in the languages that they have.
        (
            [
                "screenshot_", "screen_recording_", "screenrecorder-", "screenrecord_", "screenrecord-",
                "bildschirmfoto_", "captura de pantalla_",
            ], [.time]
        ),
        (
            [
                "screenshot ", "screenshot-", "screen shot ", "screen recording ", "screencast ", "bildschirmfoto ",
                "bildschirmaufnahme ", "capture d", "enregistrement de l", "captura de pantalla ", "captura desde ",
                "grabación de pantalla ", "captura de tela ", "captura de ecr", "captura de ", "schermata ",
                "registrazione schermo ", "schermafbeelding ", "schermafdruk ", "schermopname ",
                "sk\u{E4}rmavbild ", "ska\u{308}rmavbild ", "sk\u{E4}rmbild ", "ska\u{308}rmbild ",
                "sk\u{E6}rmbillede ", "skjermbilde ", "n\u{E4}ytt", "na\u{308}ytt", "zrzut ekranu ",
                "sn\u{ED}mek obrazovky ", "ekran ", "Снимок экрана ", "Знімок екрана ", "截屏", "截图", "屏幕快照", "螢幕快照",
                "螢幕截圖", "スクリーンショット", "スクリーンショット", "스크린샷",
                "屏幕截图", "螢幕擷取畫面", "화면 캡처 ", "k\u{E9}perny\u{151}k\u{E9}p ", "captur\u{103} de ecran ",
                "\u{1109}\u{1173}\u{110F}\u{1173}\u{1105}\u{1175}\u{11AB}\u{1109}\u{1163}\u{11BA}",
            ], [.sentence]
        ),
        // Nothing before it: OneDrive, Samsung, Dropbox, Tesla, BlackVue, Viofo and DDPai; scrot and hyprshot, grim.
        ([""], [.oneDrive, .compact, .dotted, .folded, .divided, .joined, .dashed, .lettered]),
    ]

    /// The time in a burst's name, in which it stands anywhere: `00000IMG_00000_BURST20180901101751159_COVER`.
    private static func burst(_ text: ShortText) -> CaptureTime? {
        for place in 0..<text.count where text.holds("burst", at: place) {
            var reader = TimeReader(text, from: place + 5)
            if let time = reader.named(.time) { return time }
        }
        return nil
    }
}

/// How a time stands in a name.
enum NamePattern {
    /// A date and a time with dividers or without: `20260501_100203`, `2026-05-01-10-02-03`, `20260501100203123`.
    case time
    /// The same in UTC.
    case timeInUTC
    /// `20260501` and nothing of a number behind it.
    case date
    /// `20260501-WA0001`.
    case whatsApp
    /// Milliseconds since 1970.
    case milliseconds
    /// A date and a time with words before them and between them: ` from 2026-05-01 at 1.02.03 PM`.
    case sentence
    /// `230527-134513`.
    case shortYear
    /// `20260501_100203` or `20260501-100203`.
    case compact
    /// `2026-05-01 10.02.03` or `2026-05-01_10.02.03`.
    case dotted
    /// `2026_0501_100203`.
    case folded
    /// `2026-05-01_10-02-03`.
    case divided
    /// `20260501100203_`.
    case joined
    /// `20260501_080203123_iOS`, in UTC: so OneDrive names what it uploads from an iPhone. A program in a public
    /// repository finds such files among those of iCloud by their times in UTC.
    case oneDrive
    /// `2026-05-01-100203_`.
    case dashed
    /// `20260501_10h02m03s` or `2026-05-01-10h02m03s123`.
    case lettered
    /// `12@01-05-2026_10-02-03`, as Telegram exports photos.
    case numbered
}

extension TimeReader {
    /// A time of a pattern, with nothing of a word or a number after it; nil where there is none.
    fileprivate mutating func named(_ pattern: NamePattern) -> CaptureTime? {
        switch pattern {
        case .time: return time(date(.maybe("-_.")), between: " _-@,")
        case .timeInUTC:
            var time = time(date(.maybe("-_.")), between: "_-")
            time?.offset = UTCOffset(seconds: 0, source: .utc)
            return time
        case .date:
            guard let day = date(.maybe("")), !isAtWord else { return nil }
            _ = skip(oneOf: "_- ")
            return isAtDigit ? nil : time(day, Clock(hour: 0, minute: 0))
        case .whatsApp:
            guard let day = date(.maybe("")), skip("-wa"), isAtDigit else { return nil }
            return time(day, Clock(hour: 0, minute: 0))
        case .milliseconds: return milliseconds()
        case .sentence:
            guard skipWords(most: 24), let day = date(.maybe("-.")), skipWords(most: 20) else { return nil }
            return clock(.maybe(".-_: ")).flatMap { ended(day, $0) }
        case .shortYear:
            // A letter behind the time is that of the camera.
            guard let year = number(2...2), let month = number(2...2), let day = number(2...2),
                skip(oneOf: "-_") != nil, let clock = clock(.maybe(""))
            else { return nil }
            _ = skip(oneOf: "FRIBfrib")
            return ended((2_000 + year, month, day), clock)
        case .compact:
            guard let day = date(.maybe("")), text.holds(oneOf: "_-", at: place) else { return nil }
            return time(day, between: "_-")
        case .dotted:
            guard let day = date(.by("-")), skip(oneOf: " _") != nil else { return nil }
            return clock(.by("."), needsSecond: true).flatMap { ended(day, $0) }
        case .folded:
            guard let year = number(4...4), skip(oneOf: "_") != nil, let month = number(2...2), let day = number(2...2),
                text.holds(oneOf: "_", at: place)
            else { return nil }
            return time((year, month, day), between: "_")
        case .divided:
            guard let day = date(.by("-")), skip(oneOf: "_") != nil else { return nil }
            return clock(.by("-"), needsSecond: true).flatMap { ended(day, $0) }
        case .joined:
            guard let day = date(.maybe("")), isAtDigit, let time = time(day, between: ""),
                text.holds(oneOf: "_", at: place)
            else { return nil }
            return time
        case .oneDrive:
            // Eight digits, a divider, and nine with the milliseconds.
            guard var time = named(.compact), place == 18, skip("_ios"), !isAtWord else { return nil }
            time.offset = UTCOffset(seconds: 0, source: .utc)
            return time
        case .dashed:
            guard let day = date(.by("-")), skip(oneOf: "-") != nil, let clock = clock(.maybe("")),
                text.holds(oneOf: "_-", at: place)
            else { return nil }
            return ended(day, clock)
        case .lettered:
            guard let day = date(.maybe("-")), skip(oneOf: "-_") != nil, let hour = number(2...2), skip("h"),
                let minute = number(2...2), skip("m"), let second = number(2...2), skip("s")
            else { return nil }
            _ = number(1...3)
            return ended(day, Clock(hour: hour, minute: minute, second: second))
        case .numbered:
            guard number(1...9) != nil, skip(oneOf: "@") != nil, let day = number(2...2), skip(oneOf: "-") != nil,
                let month = number(2...2), skip(oneOf: "-") != nil, let year = number(4...4), skip(oneOf: "_") != nil
            else { return nil }
            return clock(.by("-"), needsSecond: true).flatMap { ended((year, month, day), $0) }
        }
    }

    /// The time of day behind a date, and up to two dividers between them.
    private mutating func time(_ day: Day?, between dividers: StaticString) -> CaptureTime? {
        guard let day else { return nil }
        var left = 2
        while left > 0, skip(oneOf: dividers) != nil { left -= 1 }
        guard var clock = clock(.maybe("-_.:")) else { return nil }
        let start = place
        if let milliseconds = number(3...3), !isAtDigit {
            clock.microsecond = milliseconds * 1_000
        } else {
            place = start
        }
        return ended(day, clock)
    }

    /// A time behind which its name may go on with a word of its own, but not with one that belongs to the time. An
    /// offset is read if it cannot be the number of a copy.
    private mutating func ended(_ day: Day, _ clock: Clock) -> CaptureTime? {
        let isInUTC = text.holds("z", at: place) && !isASCIIWord(at: place + 1)
        guard isInUTC || !isAtWord, var time = time(day, clock) else { return nil }
        if isInUTC { time.offset = UTCOffset(seconds: 0, source: .utc) }
        var rest = TimeReader(text, from: place)
        if rest.skip(oneOf: "+") != nil, let digits = rest.number(4...4), !rest.isAtDigit, digits % 100 < 60,
            digits / 100 <= 14
        {
            time.offset = UTCOffset(seconds: (digits / 100 * 60 + digits % 100) * 60, source: .filename)
        }
        return time
    }

    private func time(_ day: Day, _ clock: Clock) -> CaptureTime? {
        guard FileNameTime.years.contains(day.year) else { return nil }
        return WallTime(
            year: day.year, month: day.month, day: day.day, hour: clock.hour, minute: clock.minute,
            second: clock.second, microsecond: clock.microsecond
        ).map { CaptureTime(wall: $0, offset: nil, source: .filename) }
    }

    /// 13 digits, as of every moment from 2001 to 2286.
    private mutating func milliseconds() -> CaptureTime? {
        guard let number = number(13...13), !isAtWord, number >= 1_000_000_000_000, number < 4_102_444_800_000 else {
            return nil
        }
        return CaptureTime(
            wall: WallTime(microseconds: Int64(number) * 1_000), offset: UTCOffset(seconds: 0, source: .utc),
            source: .filename)
    }

    /// Reads words, of at most so many bytes, up to the next digit or half of the day; false if these do not stand
    /// apart.
    private mutating func skipWords(most: Int) -> Bool {
        let start = place
        while place < start + most, !isAtEnd, !isAtDigit, !isAtHalfOfDay { place += 1 }
        return place == start || isAtHalfOfDay || text[place - 1] == 0x20
    }

    private func isASCIIWord(at place: Int) -> Bool {
        TimeReader(text, from: place).isAtWord
    }
}
