import Foundation

let kISBNErrorDomain = "ISBNErrorDomain"
let kISBNErrorEmpty = 1
let kISBNErrorMalformed = 2
let kISBNErrorCheckDigit = 3

class ISBNValidator: NSObject {

    class func validate(_ scannedCode: String) throws -> String {

        var digits = [Int]()
        for scalar in scannedCode.unicodeScalars {
            if scalar == "-" || CharacterSet.whitespacesAndNewlines.contains(scalar) {
                continue
            }

            let digit = Int(scalar.value) - 48
            if digit >= 0 && digit <= 9 {
                digits.append(digit)
            } else if (scalar == "X" || scalar == "x") && digits.count == 9 {
                digits.append(10)
            } else {
                throw errorWithCode(kISBNErrorMalformed, "“\(scannedCode)” isn't an ISBN: it must have 10 or 13 digits.")
            }
        }

        if digits.count == 0 {
            throw errorWithCode(kISBNErrorEmpty, "Scan or type an ISBN.")
        }


        if (digits.count == 10) {
            var checksum = 0
            for (idx, digit) in digits.enumerated() {
                checksum += digit * (10 - idx)
            }
            if checksum % 11 != 0 {
                throw errorWithCode(kISBNErrorCheckDigit, "“\(scannedCode)” isn't an ISBN: a digit is wrong. Scan it again.")
            }

            digits = [9, 7, 8] + digits.prefix(9)
            digits.append((10 - self.weightedDigitSum(digits) % 10) % 10)
        } else if digits.count == 13 && !digits.contains(10) {
            if self.weightedDigitSum(digits) % 10 != 0 {
                throw errorWithCode(kISBNErrorCheckDigit, "“\(scannedCode)” isn't an ISBN: a digit is wrong. Scan it again.")
            }
        } else {
            throw errorWithCode(kISBNErrorMalformed, "“\(scannedCode)” isn't an ISBN: it must have 10 or 13 digits.")
        }

        return digits.map { String($0) }.joined()
    }

    private class func weightedDigitSum(_ digits: [Int]) -> Int {
        var weightedSum = 0
        for idx in 0..<digits.count {
            weightedSum += idx % 2 == 0 ? digits[idx] : 3 * digits[idx]
        }
        return weightedSum
    }

    private class func errorWithCode(_ errorCode: Int, _ errorDescription: String) -> NSError {
        return NSError(domain: kISBNErrorDomain, code: errorCode, userInfo: [NSLocalizedDescriptionKey: errorDescription])
    }
}
