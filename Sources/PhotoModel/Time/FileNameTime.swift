/// The time in a photo's name, as phones, cameras and programs write it there: a last resort where the photo says none.
///
/// Only names that begin as one of ``known``, or that contain one of ``marks``, are read, whatever follows the time, in
/// any case; digits anywhere else mean nothing. `FileNameTimeTests` has an example of each.
package enum FileNameTime {
    /// The time that a name contains; nil if it contains none, one that no calendar and clock show, or one outside
    /// ``years``.
    ///
    /// A date without an hour is midnight; ``CaptureTime/isDateOnly`` tells it from a time.
    package static func captureTime(of name: Span<UInt8>) -> CaptureTime? {
        let text = ShortText(name.extracting(droppingFirst: lengthBeforeOriginal(name))).inASCII
        for (prefixes, patterns) in known {
            for prefix in prefixes where text.holds(prefix, at: 0) {
                for pattern in patterns {
                    var reader = TimeReader(text, from: prefix.utf8CodeUnitCount)
                    if let time = reader.named(pattern) { return time }
                }
            }
        }
        return anywhere(text)
    }

    /// The length of what Google Photos puts before the name of a photo that it hands on: `original_`, a UUID and `_`.
    private static func lengthBeforeOriginal(_ name: Span<UInt8>) -> Int {
        let text = ShortText(name)
        let (start, end) = ("original_".utf8.count, "original_".utf8.count + 36)
        let isOriginal =
            text.holds("original_", at: 0)
            && [8, 13, 18, 23].allSatisfy { text[start + $0] == UInt8(ascii: "-") } && text[end] == UInt8(ascii: "_")
        return isOriginal ? end + 1 : 0
    }

    /// The years of photos with names like these.
    static let years = 1990...2099

    /// Beginnings in lower case, and what comes after them. They are as names of files in public
    /// repositories have them, and programs there read them; Thinkware's also after its manual of the F770.
    private static let known: [(prefixes: [StaticString], patterns: [FileNameTimePattern])] = [
        // Cameras of phones: Android's, Xiaomi, Samsung, Huawei, ASUS, OnePlus, Oppo and Realme (without a divider);
        // Samsung's pictures of a film, CapCut's films and KDE's Spectacle.
        (["img_", "vid_"], [.time, .date]),
        (
            [
                "img", "vid", "mvimg_", "pano_", "image", "video", "save_", "cam_", "p_", "v_", "sl_mo_vid_", "svid_",
                "timephoto_", "timevideo_", "videocapture_", "lv_0_", "spectacle_", "resized_",
            ], [.time]
        ),
        (["pxl_"], [.timeInUTC]),
        (["wp_"], [.time, .counted]), (["win_", "record_"], [.time]),
        // Drones and action cameras, Insta360's films of low resolution and its Pro mode among them.
        (["dji_", "dji_fly_", "dji_mimo_", "dji_export_", "lrv_", "pro_vid_", "pro_lrv_"], [.time]),
        // Dashcams: 70mai, Thinkware, Mio with a year of two digits.
        (["no", "ev", "pa", "rec_", "evt_"], [.time]), (["file"], [.shortYear]),
        // Messengers, WhatsApp but for its names in words; STK are its stickers.
        (["img-", "vid-", "stk-"], [.whatsApp]),
        (["signal-", "photo-", "video-", "photo_", "video_", "viber_image_"], [.time]),
        (["photo_", "video_"], [.numbered]),
        (["viber image "], [.sentence]),
        (
            ["kakaotalk_", "kakaotalk_photo_", "微信图片_", "wechat image_", "qq图片", "qq截图", "tim图片"], [.time]
        ),
        (["fb_img_", "fb_vid_", "mmexport", "wx_camera_", "micromsg.", "qq_pic_merged_"], [.milliseconds]),
        // Editors and camera apps, and those that follow Android's guide to taking photos.
        (
            [
                "inshot_", "b612_", "c360_", "cymera_", "jpeg_", "photo ", "mtxx_", "meitu_", "myxj_", "faceu_",
                "wuta_", "polish_", "youcut_",
            ], [.time]
        ),
        (["photogrid_"], [.milliseconds]), (["picsart_"], [.shortYear]),
        // Screens and films that programs for Linux capture: ksnip, Deepin's, WeChat's there, VLC.
        (
            ["ksnip_", "deepinscreenshot_", "deepinscreenshot_select-area_", "截图_", "微信截图_"], [.time]
        ),
        (["vlcsnap-"], [.lettered]),
        // Screens of phones, and of Windows, GNOME, KDE, Xfce and macOS in the languages that they have.
        (
            [
                "screenshot_", "smartselect_", "screen-", "screen_recording_", "screenrecorder-", "screenrecord_",
                "screenrecord-",
                "bildschirmfoto_", "captura de pantalla_",
            ], [.time]
        ),
        (["rpreplay_final"], [.seconds]),
        (
            [
                "screenshot ", "screenshot-", "screen shot ", "screen_shot_", "cleanshot ", "screen recording ",
                "screencast ", "bildschirmfoto ",
                "bildschirmaufnahme ", "capture d", "enregistrement de l", "captura de pantalla ", "captura desde ",
                "grabación de pantalla ", "captura de tela ", "captura de ecr", "captura de ", "schermata ",
                "registrazione schermo ", "schermafbeelding ", "schermafdruk ", "schermopname ",
                "sk\u{E4}rmavbild ", "ska\u{308}rmavbild ", "sk\u{E4}rmbild ", "ska\u{308}rmbild ",
                "sk\u{E6}rmbillede ", "skjermbilde ", "n\u{E4}ytt", "na\u{308}ytt", "zrzut ekranu ",
                "sn\u{ED}mek obrazovky ", "ekran ", "Снимок экрана ", "Знімок екрана ", "截屏", "截图", "屏幕快照", "螢幕快照",
                "螢幕截圖", "スクリーンショット", "スクリーンショット", "스크린샷",
                "屏幕截图", "螢幕擷取畫面", "화면 캡처 ", "k\u{E9}perny\u{151}", "ke\u{301}pernyo\u{30B}",
                "captur\u{103} de ecran ", "sn\u{ED}mka obrazovky ", "sni\u{301}mka obrazovky ", "snimka zaslona ",
                "posnetek zaslona ", "ekrano kopija ", "ekr\u{101}nuz\u{146}\u{113}mums ", "kuvat\u{F5}mmis ",
                "tangkapan layar ", "cuplikan layar ", "Ảnh chụp ", "a\u{309}nh chu\u{323}p ", "Ảnh màn ",
                "a\u{309}nh ma\u{300}n ", "Στιγμι\u{3CC}τυπο ", "Στιγμιο\u{301}τυπο ", "צילום מסך ", "لقطة ", "स्क्रीनशॉट ",
                "\u{1109}\u{1173}\u{110F}\u{1173}\u{1105}\u{1175}\u{11AB}\u{1109}\u{1163}\u{11BA}",
            ], [.sentence]
        ),
        // Nothing before it: OneDrive, Samsung, Dropbox, Tesla, BlackVue, Viofo, DDPai, Nextbase; scrot, hyprshot, grim
        // and GNOME in Chinese.
        ([""], [.oneDrive, .compact, .dotted, .folded, .divided, .joined, .dashed, .lettered, .nextbase, .captured]),
    ]

    /// What a time stands behind anywhere in a name: a burst, `00000IMG_00000_BURST20180901101751159_COVER`, and
    /// WhatsApp's in any language, `Imagem WhatsApp 2026-05-01 às 10.02.03`.
    private static let marks: [(word: StaticString, pattern: FileNameTimePattern)] = [
        ("burst", .time), ("whatsapp", .sentence),
    ]

    private static func anywhere(_ text: ShortText) -> CaptureTime? {
        for (word, pattern) in marks {
            for place in 0..<text.count where text.holds(word, at: place) {
                var reader = TimeReader(text, from: place + word.utf8CodeUnitCount)
                if let time = reader.named(pattern) { return time }
            }
        }
        return nil
    }
}

enum FileNameTimePattern {
    /// A date and a time with dividers or without: `20260501_100203`, `2026-05-01-10-02-03`, `20260501100203123`.
    case time
    /// The same in UTC.
    case timeInUTC
    /// `20260501` and nothing of a number behind it.
    case date
    /// `20260501-WA0001`.
    case whatsApp
    /// `20260501_001`, the number of a photo of that day.
    case counted
    /// Milliseconds since 1970.
    case milliseconds
    /// Seconds since 1970, as iOS names films of its screen.
    case seconds
    /// A date and a time with words before them and between them: ` from 2026-05-01 at 1.02.03 PM`, also with hyphens
    /// or low lines for blanks.
    case sentence
    /// `230527-134513` or `23-05-27_13-45-13`.
    case shortYear
    /// `230527_134513_001_FH`.
    case nextbase
    /// `2026-05-01 10-02-03 的屏幕截图`.
    case captured
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
    fileprivate mutating func named(_ pattern: FileNameTimePattern) -> CaptureTime? {
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
        case .counted:
            guard let day = date(.maybe("")), skip(oneOf: "_") != nil, number(3...3) != nil, !isAtWord else {
                return nil
            }
            return time(day, Clock(hour: 0, minute: 0))
        case .milliseconds: return sinceEpoch(digits: 13)
        case .seconds: return sinceEpoch(digits: 10)
        case .sentence:
            guard skipWords(most: 24), let day = date(.maybe("-.")), skipWords(most: 20),
                let clock = clock(.maybe(".-_: "))
            else { return nil }
            return inHalf(clock).flatMap { ended(day, $0) }
        case .shortYear:
            // A letter behind the time is that of the camera.
            guard let day = shortDate(), skip(oneOf: "-_") != nil, let clock = clock(.maybe("-")) else { return nil }
            _ = skip(oneOf: "FRIBfrib")
            return ended(day, clock)
        case .nextbase:
            guard let day = shortDate(), skip(oneOf: "_") != nil, let clock = clock(.maybe("")),
                skip(oneOf: "_") != nil,
                number(3...3) != nil, skip(oneOf: "_") != nil, text.holds("h", at: place + 1),
                !isASCIIWord(at: place + 2)
            else { return nil }
            return time(day, clock)
        case .captured:
            guard let day = date(.by("-")), skip(oneOf: " ") != nil, let clock = clock(.by("-:"), needsSecond: true)
            else {
                return nil
            }
            _ = skip(" 的")
            return skip("屏幕截图") ? ended(day, clock) : nil
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

    /// The time of day with `AM` or `PM` behind a hyphen, which programs write for a blank that name files for the web;
    /// nil for an hour that is in neither half.
    private mutating func inHalf(_ clock: Clock) -> Clock? {
        let isMorning = skip("-am") || skip("_am")
        guard isMorning || skip("-pm") || skip("_pm") else { return clock }
        guard (1...12).contains(clock.hour) else { return nil }
        var clock = clock
        clock.hour = clock.hour % 12 + (isMorning ? 0 : 12)
        return clock
    }

    /// A year of two digits, a month and a day, with hyphens between them or without.
    private mutating func shortDate() -> Day? {
        guard let year = number(2...2) else { return nil }
        let isDivided = skip(oneOf: "-") != nil
        guard let month = number(2...2), (skip(oneOf: "-") != nil) == isDivided else { return nil }
        return number(2...2).map { (2_000 + year, month, $0) }
    }

    /// A count of seconds in 10 digits or of milliseconds in 13, as of every moment from 2001 to 2286.
    private mutating func sinceEpoch(digits: Int) -> CaptureTime? {
        guard let number = number(digits...digits), !isAtWord else { return nil }
        let microseconds = Int64(number) * (digits == 10 ? 1_000_000 : 1_000)
        guard (1_000_000_000_000_000..<4_102_444_800_000_000).contains(microseconds) else { return nil }
        return CaptureTime(
            wall: WallTime(microseconds: microseconds), offset: UTCOffset(seconds: 0, source: .utc), source: .filename)
    }

    /// Reads words, of at most so many bytes, up to the next digit or half of the day; false if these do not stand
    /// apart.
    private mutating func skipWords(most: Int) -> Bool {
        let start = place
        while place < start + most, !isAtEnd, !isAtDigit, !isAtHalfOfDay { place += 1 }
        return place == start || isAtHalfOfDay || text.holds(oneOf: " -_", at: place - 1)
    }

    private func isASCIIWord(at place: Int) -> Bool {
        TimeReader(text, from: place).isAtWord
    }
}
