import Foundation

private let kBillWidth = 44

// Rates are in hundredths of a penny
struct Tariff {

    let tariffCode: String
    let tariffName: String
    let primaryRate: Int
    let dayRate: Int
    let nightRate: Int
    let standingRate: Int

    static let domestic = Tariff(tariffCode: "D1", tariffName: "Domestic", primaryRate: 2415, dayRate: 1735, nightRate: 0, standingRate: 1250)

    static let allTariffs: [String: Tariff] = [
        "D1": Tariff.domestic,
        "D7": Tariff(tariffCode: "D7", tariffName: "Domestic day and night", primaryRate: 0, dayRate: 1985, nightRate: 865, standingRate: 1675),
        "B1": Tariff(tariffCode: "B1", tariffName: "Business", primaryRate: 0, dayRate: 1890, nightRate: 0, standingRate: 3140),
        "B7": Tariff(tariffCode: "B7", tariffName: "Business day and night", primaryRate: 0, dayRate: 2045, nightRate: 910, standingRate: 3140)
    ]

}

func amountLine(_ lineLabel: String, _ amountPence: Int) -> String {
    let absolutePence = abs(amountPence)
    var amountString = String(format: "%ld.%02ld", absolutePence / 100, absolutePence % 100)
    if amountPence < 0 {
        amountString = "-" + amountString
    }
    let paddingCount = max(1, kBillWidth - lineLabel.count - amountString.count)
    return lineLabel + String(repeating: " ", count: paddingCount) + amountString + "\n"
}

func readingLine(_ registerName: String, _ meterReading: MeterReading, _ unitsUsed: Int) -> String {
    return registerName + String(format: ": %05ld to %05ld, %ld units", meterReading.previousReading, meterReading.currentReading, unitsUsed)
}
