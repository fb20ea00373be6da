/// An XMP packet like that of a photo editor: camera, times, keywords, dozens of development settings and a history;
/// about 8 KB. It contains no position.
enum EditorPacket {
    private static let settings = [
        "Version", "ProcessVersion", "WhiteBalance", "Temperature", "Tint", "Exposure2012", "Contrast2012",
        "Highlights2012", "Shadows2012", "Whites2012", "Blacks2012", "Texture", "Clarity2012", "Dehaze", "Saturation",
        "Vibrance", "ParametricShadows", "ParametricDarks", "ParametricLights", "ParametricHighlights", "Sharpness",
        "SharpenRadius", "SharpenDetail", "LuminanceSmoothing", "ColorNoiseReduction", "HueAdjustmentRed",
        "HueAdjustmentOrange", "HueAdjustmentYellow", "HueAdjustmentGreen", "HueAdjustmentBlue",
        "SaturationAdjustmentRed",
        "SaturationAdjustmentOrange", "SaturationAdjustmentYellow", "SaturationAdjustmentGreen",
        "LuminanceAdjustmentRed",
        "LuminanceAdjustmentOrange", "LuminanceAdjustmentGreen", "LuminanceAdjustmentBlue", "LensProfileEnable",
        "PerspectiveVertical", "PerspectiveHorizontal", "GrainAmount", "VignetteAmount", "PostCropVignetteAmount",
        "ShadowTint", "RedHue", "GreenHue", "BlueHue", "ConvertToGrayscale", "ToneMapStrength", "HasSettings",
        "HasCrop",
    ]
    private static let steps = 12
    private static let padding = String(repeating: String(repeating: " ", count: 99) + "\n", count: 20)

    static func bytes(_ shot: Shot) -> [UInt8] {
        let time = shot.taken.date.text(separator: "-") + "T" + shot.taken.timeText(separator: ":")
        let values = settings.enumerated().map { place, name in
            "\n   crs:\(name)=\"\((shot.serial + 7 * place) % 100)\""
        }
        let text = """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""\(namespaces)
               tiff:Make="\(shot.camera.make)" tiff:Model="\(shot.camera.model)" tiff:Orientation="\(shot.orientation)"
               exif:DateTimeOriginal="\(time)" xmp:CreateDate="\(time)" xmp:ModifyDate="\(time)"
               photoshop:DateCreated="\(time)" xmp:Rating="3" dc:format="image/jpeg"\(values.joined())>
               <dc:subject><rdf:Bag><rdf:li>summer</rdf:li><rdf:li>harbour</rdf:li><rdf:li>crane</rdf:li></rdf:Bag></dc:subject>
               <xmpMM:History><rdf:Seq>\(history(time))
               </rdf:Seq></xmpMM:History>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            \(padding)<?xpacket end="w"?>
            """
        return Array(text.utf8)
    }

    private static let namespaces = [
        ("tiff", "http://ns.adobe.com/tiff/1.0/"), ("exif", "http://ns.adobe.com/exif/1.0/"),
        ("xmp", "http://ns.adobe.com/xap/1.0/"), ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
        ("dc", "http://purl.org/dc/elements/1.1/"), ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
        ("stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"),
        ("crs", "http://ns.adobe.com/camera-raw-settings/1.0/"),
    ].map { "\n   xmlns:\($0)=\"\($1)\"" }.joined()

    private static func history(_ time: String) -> String {
        (0..<steps).map { step in
            """

                <rdf:li stEvt:action="\(step == 0 ? "derived" : "saved")" stEvt:when="\(time)"
                 stEvt:instanceID="xmp.iid:\(digits(step, 8))-0000-4000-8000-\(digits(step, 12))"
                 stEvt:softwareAgent="An editor of photos 7.3" stEvt:changed="/metadata"/>
            """
        }.joined()
    }
}
