//  Copyright © 2020 Pacebook Labs. All rights reserved.

enum PBConstants {
  static let supportAddress = "support@pacebook.example"
  static let summaryFileName = "Sessions.csv"
  static let summaryHeader = "day;sessions;seconds;longest"
}
