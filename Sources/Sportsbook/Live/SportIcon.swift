/// Pictures of sports for the original Betbull app, which demands a URL for each tournament: PNGs of 32 pixels that need no
/// server.
enum SportIcon {
    /// A disc for sports without a picture.
    static func url(of sport: String) -> String { "data:image/png;base64,\(pictures[sport] ?? disc)" }

    private static let pictures = [
        "american_football": """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAACVBMVEUAAACLTij///9170owAAAAAXRSTlMAQObYZgAAAHdJ\
        REFUeNqNz70NhTAMRlFTUDBARmCPNwIFN0IZ4EnJPikYIEWYEuKPAUjj4z9ZMfv6ls3DRMYRSKhArAMz0NSBPPBEkkZK3YXk\
        mInXC7oj8O8I5RRigc1x1RcNfo4urOPEOPXkvmQJLVmsGjGaOhayChaOz7++Af48J8VeuEM3AAAAAElFTkSuQmCC
        """,
        "baseball": """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAADFBMVEUAAAD6+vW+Hi14eHggTnxzAAAAAXRSTlMAQObYZgAA\
        AKNJREFUeNpN0LENwyAQBdCTqBHTuMggH0sEyXVQCm+QKTyCC5MlvERGSJOKxmXk3MdKAg1PnzvpDpH/Mfu+VryBWw0eQM/I\
        Qs+oOBFXxZM4a8lMhFVcngCfi9isUcijWM9kitL9EBYgzS3AYvQNfOaTInzBJ4/YILF9iWITu4jAMeZRXCIuRcwxj07/YnLX\
        mTsitusYou68AUPd3W1DOb7D8f4A13pVJbHSH5gAAAAASUVORK5CYII=
        """,
        "basketball": """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAACVBMVEUAAADoeCgyHhQ8JIasAAAAAXRSTlMAQObYZgAAAH5J\
        REFUeNpdkDEOgDAIRYmbvYeD3geinVxM1FN4CXYXBzmloMlvI0tf6A/8D1Gpxux44Rbd34aKSrRaFuXZoQ9YHSzAXJIDroOS\
        hFhP116i2dUtLwErdbyJbjzWMFWwcKbBviqAr0r8n4MVWAobMAarxTziICAiUzI7v3OkeB/aNlRHYT859gAAAABJRU5ErkJg\
        gg==
        """,
        "icehockey": """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAACVBMVEUAAABGSlIeICZ4FKhVAAAAAXRSTlMAQObYZgAAAFxJ\
        REFUeNpjYKAQMIYCgQOQIQpihEAFQEKsEEYARAYkB2WEYoiEMKhCGFEMmhBGFoPWVBAdtopBaxWIsQrEWLUyaxWEAQIrEAwu\
        CGMBAxOE0cAAkVsBciKIQa73AOHxOpBXlMe3AAAAAElFTkSuQmCC
        """,
        "soccer": """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAACVBMVEUAAAD///8ZGRmfWhpWAAAAAXRSTlMAQObYZgAAAJVJ\
        REFUeNpl0DEKQyEQBFBJ971Hmn+fkWCVJhA8RS5hbyN855SZ2U+SIovgQ5TdMaVfXchXgKo46GTx0Ya2cBeuKB03oRvFVwKv\
        lE+MlKdRvzjSPlFngKCWESX0Rq7CtKOQHXQHo3xQBb9S139s6qAeT6ECUyNm44GhMAtoDnRCM+/GIWQ95ojEQmQ2IntebZzf\
        kb2/Ab7+Wlwfyk1AAAAAAElFTkSuQmCC
        """,
        "tennis": """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAACVBMVEUAAADN4Tz///+B4mvOAAAAAXRSTlMAQObYZgAAAHRJ\
        REFUeNp10MENgCAMBVA8MIJDuAUjcPBzYAJ1H0fgIFP6v2jxoA0JLwXSFud6DEC4AMadaCkvRGISFqIKlVfyDqQSnE/CHokC\
        ZAEHgdmNWMH1jU0AkaH7b9jR73Mr0Ys+bVhj1mpv3saxAW1kncX2HV77CYRPRQJliehOAAAAAElFTkSuQmCC
        """,
    ]

    private static let disc = """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAgMAAAAOFJJnAAAABlBMVEUAAAA8WowsTN/uAAAAAXRSTlMAQObYZgAAAFNJREFU\
        eNpjYEAAxtBQBzAjFAigAhAhVhAjAMgQBTFCoEpAihghDAeIEpAidEYIRBNeRigRDGzaWdEYSLbDHQZ3KsLxcO/APQj3Mkgu\
        ABIcrCAaADhCPVyHZd58AAAAAElFTkSuQmCC
        """
}
