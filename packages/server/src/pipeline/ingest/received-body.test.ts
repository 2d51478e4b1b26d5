import { expect, test } from "vitest";
import { ReceivedBody } from "./received-body.ts";

function received(pieces: readonly Buffer[]): ReceivedBody {
  const body = new ReceivedBody();
  for (const piece of pieces) body.add(piece);
  return body;
}

test("a body that came in one piece is that piece, not a copy", () => {
  const piece = Buffer.from("whole");

  expect(received([piece]).whole()).toBe(piece);
});

test("pieces of every size come out as they came in", () => {
  const sizes = [1, 5_000, 1_023, 1, 1, 4_095, 1_024, 0, 900, 900, 900, 900, 900, 70_000, 3];
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1));

  const body = received(pieces);

  expect(body.bytes).toBe(Buffer.concat(pieces).length);
  expect(body.whole().equals(Buffer.concat(pieces))).toBe(true);
});

test("a body that comes a byte at a time takes about its size in memory", () => {
  const bytes = Array.from({ length: 100_000 }, (_, index) => Buffer.from([index % 256]));

  const body = received(bytes);

  expect(body.size()).toBeLessThan(30);
  expect(body.whole().equals(Buffer.concat(bytes))).toBe(true);
});
