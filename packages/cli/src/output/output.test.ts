import xterm from "@xterm/headless";
import { expect, test } from "vitest";
import { painted, paintFor, unpainted } from "./paint.ts";
import { printable, printableLines } from "./printable.ts";
import { pairsText, tableText } from "./table.ts";
import { widthOf } from "./width.ts";

test.each([
  { env: {}, isTerminal: true, paint: painted },
  { env: {}, isTerminal: false, paint: unpainted },
  { env: { NO_COLOR: "1" }, isTerminal: true, paint: unpainted },
  { env: { NO_COLOR: "" }, isTerminal: true, paint: painted },
  { env: { TERM: "dumb" }, isTerminal: true, paint: unpainted },
  { env: { FORCE_COLOR: "1" }, isTerminal: false, paint: painted },
  { env: { FORCE_COLOR: "0" }, isTerminal: true, paint: unpainted },
  { env: { FORCE_COLOR: "1", NO_COLOR: "1" }, isTerminal: true, paint: unpainted },
])("text is coloured on terminals that want it: $env, terminal: $isTerminal", ({ env, isTerminal, paint }) =>
  expect(paintFor({ env, isTerminal })).toBe(paint),
);

test("what others wrote cannot move the cursor, name the window or turn text around", () => {
  expect(printable("a\u001b[31mb\u0007\u009bc\u202ed\ne\tf")).toBe("a\ufffd[31mb\ufffd\ufffdc\ufffdd e f");
  expect(printableLines("a\r\nb\u001b\tc")).toBe("a\nb\ufffd\tc");
  expect(printable("Grüße 日本 👋")).toBe("Grüße 日本 👋");
});

test("columns line up, also with wide characters, and a line has no spaces at its end", () => {
  expect(
    tableText(
      ["Name", "Id"],
      [
        ["shop", "src_1"],
        ["日本", "src_2"],
        ["a\u001bb", ""],
      ],
    ),
  ).toBe("Name  Id\nshop  src_1\n日本  src_2\na\ufffdb\n");
  expect(
    pairsText([
      ["Project", "Shop"],
      ["Key", "x"],
    ]),
  ).toBe("Project  Shop\nKey      x\n");
});

test.each([
  ["日本語", 6],
  ["ﾊﾟ", 2],
  ["e\u0301", 1],
  ["👋", 2],
  ["❤\ufe0f", 2],
  ["🇩🇪", 2],
  ["👩‍🚀", 4],
  ["👋🏽", 4],
  ["नमस्ते", 4],
])("%s counts as %i columns, and takes no more in a terminal", async (text, columns) => {
  const terminal = new xterm.Terminal({ allowProposedApi: true });

  await new Promise<void>((written) => terminal.write(text, written));

  expect(widthOf(text)).toBe(columns);
  expect(terminal.buffer.active.cursorX).toBeGreaterThan(0);
  expect(terminal.buffer.active.cursorX).toBeLessThanOrEqual(columns);
  terminal.dispose();
});
