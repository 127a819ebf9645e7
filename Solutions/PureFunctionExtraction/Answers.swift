import Foundation

#if canImport(Crashlytics)
import Crashlytics
#else
class Answers {
    class func logAddToCart(withPrice itemPriceOrNil: NSDecimalNumber?, currency: String?, itemName: String?, itemType: String?, itemId: String?, customAttributes: [String: Any]?) {}
    class func logStartCheckout(withPrice totalPriceOrNil: NSDecimalNumber?, currency: String?, itemCount: NSNumber?, customAttributes: [String: Any]?) {}
    class func logContentView(withName contentNameOrNil: String?, contentType: String?, contentId: String?, customAttributes: [String: Any]?) {}
}
#endif
