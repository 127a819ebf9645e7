import Testing

@testable import kata

@Suite("Tool: pages")
struct PageTests {
  @Test func `a block has its language, its lines, and the headings above`() throws {
    let page = Page(
      """
      # Drills

      ## Faults

      ### Upper case

      Somebody tidies up.

      ```diff
      -a
      +b
      ```
      """, path: "docs/A/Drills.md")

    let block = try #require(page.blocks.first)
    #expect(block.language == "diff")
    #expect(block.text == "-a\n+b\n")
    #expect(block.section == "Faults")
    #expect(page.place(of: block) == "docs/A/Drills.md, Upper case")
    #expect(page.blocks("swift").isEmpty)
  }

  @Test func `a longer fence encloses a shorter one`() {
    let page = Page("````swift\n```sh\nls\n```\n````\n```sh\npwd\n```\n", path: "a.md")
    #expect(page.blocks.map(\.text) == ["```sh\nls\n```\n", "pwd\n"])
  }

  @Test func `a heading in a block isn't a heading`() {
    let page = Page("# A\n\n```sh\n# B\n```\n", path: "a.md")
    #expect(page.headings == ["A"])
  }

  @Test func `a block without an end is reported by its heading`() {
    #expect(Page("## A\n\n```sh\nls\n", path: "a.md").unclosed == "A")
    #expect(Page("## A\n\n```sh\nls\n```\n", path: "a.md").unclosed == nil)
  }

  @Test func `an indented block is marked`() {
    #expect(Page("- a\n\n  ```sh\n  ls\n  ```\n", path: "a.md").blocks.map(\.isIndented) == [true])
  }

  @Test(arguments: [
    (["A"], "# Page\n\nfor A\n\nfor all\n"), (["B"], "# Page\n\nfor all\n"),
    (["A", "B"], "# Page\n\nfor A\n\nfor both\n\nfor all\n"),
  ])
  func `a hand-out has the passages for its katas`(katas: [String], text: String) {
    let page = Page(
      """
      # Page

      <!-- only: A -->
      for A
      <!-- end -->

      <!-- only: A, B -->
      for both
      <!-- end -->

      <!-- only: clone -->
      for nobody

      <!-- end -->

      for all

      """, path: "docs/a.md")
    #expect(page.handedOut(with: katas) == text)
  }

  @Test func `a hand-out doesn't have a page that's only for a clone`() {
    #expect(Page("<!-- only: clone -->\n\n# A\n", path: "a.md").handedOut(with: ["A"]) == nil)
  }

  @Test func `the line that begins with two stars below a block is its claim`() {
    let page = Page(
      """
      ```diff
      -a
      ```

      **Red:** `it sleeps`, `it wakes`

      ```diff
      -b
      ```

      ## Next

      **Red:** `it runs`
      """, path: "a.md")
    #expect(page.blocks.map(\.claim) == [Claim(quotes: ["it sleeps", "it wakes"]), nil])
  }

  @Test(arguments: [
    ("// Tests/Katas/A/Own/NetTests.swift\nimport Testing", "Tests/Katas/A/Own/NetTests.swift"),
    ("import Testing\n// Tests/Katas/A/Own/NetTests.swift", nil),
    ("// Tests of this file", nil),
  ])
  func `the first line of a block says which test file it is`(text: String, path: String?) {
    #expect(Page("```swift\n\(text)\n```\n", path: "a.md").blocks.map(\.testFile) == [path])
  }

  @Test(arguments: [
    ("README.md", "docs/A/README.md"), ("../Glossary.md#seam", "docs/Glossary.md"),
    ("#hints", "docs/A/Drills.md"), ("../../Katas/A/A.swift", "Katas/A/A.swift"),
  ])
  func `links are relative to their page`(link: String, path: String) {
    let page = Page(
      "[a](\(link)), [b](https://swift.org)\n\n```sh\n[c](d)\n```", path: "docs/A/Drills.md")
    #expect(page.links == [link])
    #expect(page.path(of: link) == path)
  }

  @Test func `anchors are made as GitHub makes them`() {
    #expect(Page("## What's `next`, and why?\n", path: "a.md").anchors == ["whats-next-and-why"])
  }
}
