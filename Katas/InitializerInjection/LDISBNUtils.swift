import Foundation

let kLDErrorDomain = "com.marden.LendingDesk"

class LDISBNUtils: NSObject {
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
                throw NSError(domain: kLDErrorDomain, code: 1, userInfo: [NSLocalizedDescriptionKey: "Invalid ISBN: \(scannedCode). Please enter 10 or 13 digits."])
            }
        }

        if digits.count == 0 {
            throw NSError(domain: kLDErrorDomain, code: 2, userInfo: [NSLocalizedDescriptionKey: "Please scan or enter an ISBN."])
        }

        if digits.count == 10 {
            var weightedSum = 0
            for idx in 0..<digits.count {
                weightedSum += digits[idx] * (10 - idx)
            }
            if weightedSum % 11 != 0 {
                throw NSError(domain: kLDErrorDomain, code: 3, userInfo: [NSLocalizedDescriptionKey: "Invalid ISBN: \(scannedCode). Please check the digits and scan again."])
            }

            digits = [9, 7, 8] + digits.prefix(9)
            digits.append((10 - self.weightedDigitSum(digits) % 10) % 10)
        } else if digits.count == 13 && digits.contains(10) == false {
            if self.weightedDigitSum(digits) % 10 != 0 {
                throw NSError(domain: kLDErrorDomain, code: 3, userInfo: [NSLocalizedDescriptionKey: "Invalid ISBN: \(scannedCode). Please check the digits and scan again."])
            }
        } else {
            throw NSError(domain: kLDErrorDomain, code: 1, userInfo: [NSLocalizedDescriptionKey: "Invalid ISBN: \(scannedCode). Please enter 10 or 13 digits."])
        }

        var isbnString = ""
        for idx in 0..<digits.count {
            isbnString += String(digits[idx])
        }
        return isbnString
    }

    fileprivate class func weightedDigitSum(_ digits: [Int]) -> Int {
        var weightedSum = 0
        for idx in 0..<digits.count {
            weightedSum += idx % 2 == 0 ? digits[idx] : digits[idx] * 3
        }
        return weightedSum
    }
}
