import Foundation

nonisolated struct Patient: Equatable {
    let id: String
    let name: String
    let address: String
}

nonisolated struct Appointment: Equatable {
    let id: String
    let patient: Patient
    var date: Date
    var kind = "appointment"
    var isCancelled = false
    var phone: String?
}
