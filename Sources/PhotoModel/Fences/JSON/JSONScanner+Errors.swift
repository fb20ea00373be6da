extension JSONScanner {
    /// A value was to come.
    func noValue() -> JSONSyntaxError {
        switch current {
        case nil: error("the file ends where a value is missing")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): error("JSON has no comments")
        case UInt8(ascii: "'"): error("a string is written in double quotation marks")
        case UInt8(ascii: "+"), UInt8(ascii: "."): error("a number begins with a digit or a minus sign")
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): error("a value is missing")
        default: error("this is no JSON value; a string is written in double quotation marks")
        }
    }

    /// The name of a member was to come.
    func noName() -> JSONSyntaxError {
        switch current {
        case nil: error("the file ends where the name of a member is missing")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): error("JSON has no comments")
        default: error("the name of a member is missing; it is written in double quotation marks")
        }
    }

    /// A comma or the end of an array or object was to come.
    func unfinished(_ what: String, from start: Int, end: String) -> JSONSyntaxError {
        switch current {
        case nil: error("the file ends inside the \(what) that begins in line \(start)")
        case UInt8(ascii: "/"), UInt8(ascii: "#"): error("JSON has no comments")
        default: error("a comma or \(end) is missing in the \(what) that begins in line \(start)")
        }
    }

    /// An array or object ends after a comma.
    func trailingComma() -> JSONSyntaxError {
        error("JSON allows no comma after the last value")
    }
}
