struct Customer {

    var accountNumber: Int
    var customerName: String
    var tariffCode: String = "D1"
    var paysByDirectDebit: Bool = false
    var hasWinterRebate: Bool = false
    var hasWeirAgreement: Bool = false
    var balancePence: Int = 0 // owed if positive

}

struct MeterReading {

    var previousReading: Int
    var currentReading: Int
    var isEstimated: Bool = false

}

struct BillingPeriod {

    var periodName: String
    var numberOfDays: Int = 91
    var isWinterPeriod: Bool = false
    var isFinalBill: Bool = false
    var dayReading: MeterReading
    var nightReading: MeterReading?
    var paymentsReceived: [Int] = []
    var outageHours: Int = 0
    var unitsLastYear: Int?

}
