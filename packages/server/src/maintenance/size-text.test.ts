import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
  [0, "0 kB"],
  [1, "1 kB"],
  [99_999, "100 kB"],
  [100_000, "0.1 MB"],
  [12_340_000, "12.3 MB"],
])("%i bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
