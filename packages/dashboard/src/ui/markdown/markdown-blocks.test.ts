import { expect, test } from "vitest";
import { markdownBlocks } from "./markdown-blocks.ts";
import { textParts } from "./markdown-text.ts";

const text = (words: string) => [{ kind: "text", text: words }];

const paragraph = (words: string) => [{ kind: "paragraph", text: text(words) }];

test("lines that belong together are one block", () => {
  const blocks = markdownBlocks(
    [
      "# Sources",
      "A source has",
      "a URL.",
      "",
      "![A list](list.png)",
      "1. Open it",
      "   and wait.",
      "2. Close it.",
      "",
      "- One",
      "",
      "```sh",
      "# no heading",
      "",
      "curl",
      "```",
      "The end.",
    ].join("\n"),
  );

  expect(blocks).toEqual([
    { kind: "heading", level: 1, text: text("Sources") },
    { kind: "paragraph", text: text("A source has a URL.") },
    { kind: "image", alt: "A list", path: "list.png" },
    { kind: "list", isOrdered: true, items: [paragraph("Open it and wait."), paragraph("Close it.")] },
    { kind: "list", isOrdered: false, items: [paragraph("One")] },
    { kind: "code", text: "# no heading\n\ncurl" },
    { kind: "paragraph", text: text("The end.") },
  ]);
});

test("a table has a head and rows, and a bar in code is no border", () => {
  expect(markdownBlocks("| a | b |\n|---|---|\n| `x|y` | 1 \\| 2 |")).toEqual([
    {
      kind: "table",
      head: [text("a"), text("b")],
      rows: [[[{ kind: "code", text: "x|y" }], text("1 | 2")]],
    },
  ]);
});

test("code, bold, emphasis and links are found, and nothing counts inside code", () => {
  expect(textParts("Click **New `x`**, *twice*: [it](a.md#b), `**no**` or http://127.0.0.1:4400.")).toEqual([
    { kind: "text", text: "Click " },
    {
      kind: "strong",
      parts: [
        { kind: "text", text: "New " },
        { kind: "code", text: "x" },
      ],
    },
    { kind: "text", text: ", " },
    { kind: "emphasis", parts: text("twice") },
    { kind: "text", text: ": " },
    { kind: "link", to: "a.md#b", parts: text("it") },
    { kind: "text", text: ", " },
    { kind: "code", text: "**no**" },
    { kind: "text", text: " or " },
    { kind: "link", to: "http://127.0.0.1:4400", parts: text("http://127.0.0.1:4400") },
    { kind: "text", text: "." },
  ]);
});

test("a fence that is never closed ends with the text", () => {
  expect(markdownBlocks("```\nabc")).toEqual([{ kind: "code", text: "abc" }]);
});

test("an item of a list may have code and further paragraphs, and the list goes on after them", () => {
  const [list, ...others] = markdownBlocks(
    [
      "1. Send it:",
      "",
      "   ```sh",
      "   curl \\",
      "     -d x",
      "   ```",
      "",
      "   Then wait.",
      "2. Look.",
      "",
      "The end.",
    ].join("\n"),
  );

  expect(list).toEqual({
    kind: "list",
    isOrdered: true,
    items: [
      [...paragraph("Send it:"), { kind: "code", text: "curl \\\n  -d x" }, ...paragraph("Then wait.")],
      paragraph("Look."),
    ],
  });
  expect(others).toEqual(paragraph("The end."));
});
