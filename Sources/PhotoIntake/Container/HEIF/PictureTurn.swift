/// A mirroring and a rotation of a picture by quarter turns, as transformative properties say them one after the other.
struct PictureTurn {
    /// Whether left and right are exchanged, before the rotation.
    private var isMirrored = false
    /// How many quarter turns clockwise follow; 0...3.
    private var quarters = 0

    /// Turns what there is now by `angle` quarter turns anticlockwise (`irot`; ISO/IEC 23008-12, 6.5.10).
    mutating func rotate(anticlockwise angle: Int) {
        quarters = (quarters + 4 - angle & 3) & 3
    }

    /// Exchanges top and bottom of what there is now where `mode` is 0, left and right where it is 1 (`imir`;
    /// ISO/IEC 23008-12:2022, 6.5.12). The edition of 2017 could be read the other way round; files are not.
    mutating func mirror(_ mode: Int) {
        isMirrored.toggle()
        quarters = (mode & 1 == 0 ? 6 - quarters : 4 - quarters) & 3
    }

    /// The EXIF orientation that has the same effect (EXIF 3.0, 4.6.5, tag 0x0112).
    var orientation: Int {
        switch (isMirrored, quarters) {
        case (false, 0): 1
        case (false, 1): 6
        case (false, 2): 3
        case (false, _): 8
        case (true, 0): 2
        case (true, 1): 7
        case (true, 2): 4
        case (true, _): 5
        }
    }
}
