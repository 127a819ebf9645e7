@testable import kata

/// A workspace with one small kata. All of it is right, but `mistakes` has other pages, with mistakes of
/// each kind that `check` finds.
enum Fixture {
  static let code = """
    final class Meter {
      private(set) var cents = 0
      private(set) var log: [String] = []

      func insert(_ coin: Int) -> Bool {
        guard coin >= 0, coin <= 200 else { return false }
        cents += coin
        log.append("coin")
        return true
      }

      func minutes() -> Int {
        var minutes = 0
        var rest = cents
        while rest >= 10 {
          minutes += 6
          rest -= 10
        }
        return minutes
      }
    }

    """

  static let solution = code.replacing(
    "final class Meter {\n", with: "final class Meter {\n  var slot = CoinSlot()\n")

  /// A patch of the code above that replaces as many lines as it adds.
  private static func patch(_ old: String, _ new: String, of text: String = code) -> String {
    let lines = text.lines
    let (oldLines, newLines) = (old.lines, new.lines)
    let index = lines.firstIndex(of: oldLines[0]) ?? 1
    let (before, after) = (lines[index - 1], lines[index + oldLines.count])
    let count = oldLines.count + 2
    return """
      ```diff
      --- a/Katas/Meter/Meter.swift
      +++ b/Katas/Meter/Meter.swift
      @@ -\(index),\(count) +\(index),\(count) @@
       \(before)
      \(oldLines.map { "-\($0)" }.text)
      \(newLines.map { "+\($0)" }.text)
       \(after)
      ```

      """
  }

  private static let boundary = patch(
    "    guard coin >= 0, coin <= 200 else { return false }",
    "    guard coin >= 0, coin < 200 else { return false }")

  static let files: [String: String] = [
    ".gitignore": ".build/\nPackage.resolved\n",
    "README.md": "# Katas\n\n| [Meter](docs/Meter/README.md) |\n",
    "Katas/Meter/Meter.swift": code,
    "Solutions/Meter/Meter.swift": solution,
    "Solutions/Meter/CoinSlot.swift": "struct CoinSlot {}\n",
    "Tests/Support/Support.swift": "public enum Support {}\n",
    "Tests/Tool/Empty.swift": "@main struct Empty { static func main() {} }\n",
    "Tests/ToolTests/Empty.swift": "enum Empty {}\n",
    "Tests/Katas/Meter/Own/.gitkeep": "",
    "Tests/Katas/Meter/Seam/Own/.gitkeep": "",
    "Tests/Katas/Meter/CharacterizationTests.swift": """
    import Testing

    @testable import Meter

    @MainActor struct CharacterizationTests {
      @Test func `a coin of up to two euros is taken`() {
        let meter = Meter()
        #expect(meter.insert(200))
      }

      @Test func `a larger one isn't`() {
        let meter = Meter()
        #expect(!meter.insert(201))
      }

      @MainActor struct Minutes {
        @Test func `ten cents are six minutes`() {
          let meter = Meter()
          _ = meter.insert(20)
          #expect(meter.minutes() == 12)
        }
      }
    }

    """,
    "Tests/Katas/Meter/Seam/SeamTests.swift": """
    import Testing

    @testable import Meter

    @MainActor struct SeamTests {
      @Test func `coins go into a slot`() {
        let meter = Meter()
        meter.slot = CoinSlot()
        #expect(meter.cents == 0)
      }
    }

    """,
    "docs/ChoosingAPattern.md": "<!-- only: clone -->\n# Patterns\n\n| Meter |\n",
    "docs/Handout.md": "# Sheet\n\n| takes coins | Meter |\n",
    "docs/Workshop.md": "<!-- only: clone -->\n# Workshop\n\n| Meter |\n",
    "docs/AddingAKata.md": """
    <!-- only: clone -->
    # Adding a kata

    ```swift
    // Katas/MyKata/MyKata.swift
    struct MyKata {}
    ```

    ```swift
    // Tests/Katas/MyKata/CharacterizationTests.swift
    import Testing

    @testable import MyKata

    @MainActor struct CharacterizationTests {
      @Test func `there is one`() { _ = MyKata() }
    }
    ```

    """,
    "docs/Meter/README.md": """
    # Meter

    At first, the compiler says `error: cannot find 'CoinSlot' in scope`.

    - [ ] All tests pass with both commands.
    - [ ] It's short.

    ```sh
    KATA=Meter swift test
    ATTEMPT=Meter swift test
    ```

    <!-- only: clone -->
    Read the [walkthrough](Walkthrough.md).
    <!-- end -->

    """,
    "docs/Meter/Drills.md": """
    # Drills

    ### Two euros

    \(boundary)
    **Red:** `a coin of up to two euros is taken`

    ### One cent more

    \(patch("      minutes += 6", "      minutes += 7"))
    **Red:** `Minutes`

    """,
    "docs/Meter/Walkthrough.md": """
    # Walkthrough

    ## Step 1

    ```diff
    --- a/Katas/Meter/Meter.swift
    +++ b/Katas/Meter/Meter.swift
    @@ -1,3 +1,4 @@
     final class Meter {
    +  var slot = CoinSlot()
       private(set) var cents = 0
       private(set) var log: [String] = []
    --- /dev/null
    +++ b/Katas/Meter/CoinSlot.swift
    @@ -0,0 +1 @@
    +struct CoinSlot {}
    ```

    ## A wrong turn

    \(patch("    cents += coin", "    cents += coins"))
    **The compiler:** `error: cannot find 'coins' in scope`

    ## Use the seam

    ```swift
    // Tests/Katas/Meter/Seam/Own/OwnTests.swift
    import Testing

    @testable import Meter

    @MainActor struct OwnTests {
      @Test func `a coin is logged`() {
        let meter = Meter()
        _ = meter.insert(200)
        #expect(meter.log == ["coin"])
      }
    }
    ```

    \(patch("    log.append(\"coin\")", "    log.append(\"button\")"))
    **Red:** `a coin is logged`

    """,
  ]

  /// Pages that take the place of those above, or are missing.
  static let mistakes: [String: String?] = [
    "docs/Workshop.md": nil,
    "docs/Meter/README.md": """
    # Meter

    At first, the compiler says `error: cannot find 'CoinTray' in scope`.

    - [ ] All tests pass with both commands.
    - [ ] It's short.

    [nowhere](Nowhere.md), [no heading](README.md#nothing)

    ```swift
    let notInAnyFile = 1
    ```

    ```sh
    KATA=Metre swift test
    swift frobnicate
    swift run kata apply Meter "No such drill"
    ls Nowhere
    ```

    These samples aren't compiled.

    ```swift illustration
    func (
    ```

    ```python
    pass
    ```

    \(boundary)
    """,
    "docs/Meter/Drills.md": """
    # Drills

    ### Two euros

    \(boundary)
    **Red:** `a larger one isn't`

    ### A button counts

    \(patch("    log.append(\"coin\")", "    log.append(\"button\")"))
    **Red:** `ten cents are six minutes`

    ### No end

    \(patch("      rest -= 10", "      rest -= 0"))
    ### The second coin

    \(patch("    cents += coin", "    cents += [coin][1]"))
    ### Gone

    ```diff
    --- a/Katas/Meter/Meter.swift
    +++ b/Katas/Meter/Meter.swift
    @@ -1,3 +1,3 @@
     final class Meter {
    -  var euros = 0
    +  var euros = 1
       private(set) var log: [String] = []
    ```

    """,
    "docs/Meter/Walkthrough.md": """
    # Walkthrough

    ## Step 1

    \(patch("  private(set) var cents = 0", "  private(set) var cents: Int = 0"))
    ## A wrong turn

    \(patch("    cents += coin", "    cents += coins"))
    **The compiler:** `error: cannot find 'money' in scope`

    ## Use the seam

    ```swift
    // Tests/Katas/Meter/Seam/Own/OwnTests.swift
    import Testing

    @testable import Meter

    @MainActor struct OwnTests {
      @Test func `a coin of two euros is taken`() {
        let meter = Meter()
        #expect(meter.insert(200))
      }
    }
    ```

    \(boundary)
    **Red:** `a coin of two euros is taken`

    """,
  ]

  /// What `check` says, in parts
  static let problems = [
    "docs/Meter/README.md: the link Nowhere.md leads to no file",
    "docs/Meter/README.md: the link README.md#nothing leads to no heading",
    "docs/Meter/README.md, Meter: the excerpt isn't in any source file",
    "docs/Meter/README.md, Meter: Metre isn't a kata",
    "docs/Meter/README.md, Meter: Nothing tries this command: swift frobnicate",
    "docs/Meter/README.md, Meter: No patch for Meter has the heading",
    "docs/Meter/README.md, Meter: ls Nowhere fails",
    "docs/Meter/README.md, Meter: a block begins with ```python",
    "docs/Meter/README.md, Meter: this isn't Swift",
    "docs/Meter/README.md, Meter: nothing checks this patch",
    "docs/Workshop.md lacks `Meter`",
    "docs/Meter/README.md, the missing seam: the page quotes `error: cannot find 'CoinTray' in scope`",
    "docs/Meter/Drills.md, Two euros: the page says that `a larger one isn't` are red",
    "docs/Meter/Drills.md, A button counts: unlike the page says: It's green.",
    "docs/Meter/Drills.md, The second coin: the page doesn't quote what happens",
    "docs/Meter/Drills.md, Gone: the patch doesn't apply",
    "docs/Meter/Walkthrough.md, A wrong turn: the page quotes `error: cannot find 'money' in scope`",
    "docs/Meter/Walkthrough.md: the steps don't end in the solution",
    "docs/Meter/Walkthrough.md, Use the seam: it should be green",
    "docs/Meter/Walkthrough.md, Use the seam: unlike the page says",
    "docs/Meter/README.md, Meter: it should be green",
  ]
}
