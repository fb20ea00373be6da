/// The length in metres of the shortest way between two points along the WGS 84 ellipsoid.
///
/// Within a millimetre of the exact value for any two points; 0 for a point and itself, and for a pole and the same
/// pole at another longitude.
package func geodesicDistance(_ a: Coordinate, _ b: Coordinate) -> Double {
    geodesicDistance(AuxiliaryPoint(a), AuxiliaryPoint(b))
}

/// The same for points that are already on the auxiliary sphere.
func geodesicDistance(_ a: AuxiliaryPoint, _ b: AuxiliaryPoint) -> Double {
    let longitude = a.longitudeDifference(to: b)
    return vincentyDistance(a, b, longitude: longitude) ?? AntipodalGeodesic(a, b, longitude: longitude).length
}
