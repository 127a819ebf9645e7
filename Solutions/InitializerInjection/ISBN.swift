enum ISBNError: Error, Equatable {
  case empty
  case malformed(String)
  case wrongCheckDigit(String)

  var message: String {
    switch self {
    case .empty: "Scan or type an ISBN."
    case .malformed(let code): "“\(code)” isn't an ISBN: it must have 10 or 13 digits."
    case .wrongCheckDigit(let code): "“\(code)” isn't an ISBN: a digit is wrong. Scan it again."
    }
  }
}

enum ISBN {
  /// The 13 digits of a typed or scanned code.
  static func normalize(_ code: String) throws(ISBNError) -> String {
    var digits: [Int] = []
    for character in code where character != "-" && !character.isWhitespace {
      if character.isASCII, let digit = character.wholeNumberValue {
        digits.append(digit)
      } else if character.uppercased() == "X", digits.count == 9 {
        digits.append(10)
      } else {
        throw .malformed(code)
      }
    }
    switch digits.count {
    case 0:
      throw .empty
    case 10:
      let sum = digits.enumerated().reduce(0) { $0 + $1.element * (10 - $1.offset) }
      guard sum % 11 == 0 else { throw .wrongCheckDigit(code) }
      digits = [9, 7, 8] + digits.prefix(9)
      digits.append((10 - weightedSum(of: digits) % 10) % 10)
    case 13 where !digits.contains(10):
      guard weightedSum(of: digits) % 10 == 0 else { throw .wrongCheckDigit(code) }
    default:
      throw .malformed(code)
    }
    return digits.map(String.init).joined()
  }

  private static func weightedSum(of digits: [Int]) -> Int {
    digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
  }
}
