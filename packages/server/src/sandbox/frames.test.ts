import { array, assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { createFrameReader, encodeFrame } from "./frames.ts";

function framesOf(chunks: Buffer[], frameMaxBytes = 1_000_000): string[][] {
  const frames: string[][] = [];
  const read = createFrameReader(frameMaxBytes, (texts) => frames.push(texts));
  for (const chunk of chunks) read(chunk);
  return frames;
}

test("frames come out as they went in, however the bytes are cut", () => {
  const texts = array(string({ unit: "grapheme" }), { maxLength: 6 });
  assert(
    property(array(texts, { maxLength: 5 }), integer({ min: 1, max: 40 }), (frames, step) => {
      const bytes = Buffer.concat(frames.map(encodeFrame));
      const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_chunk, at) =>
        bytes.subarray(at * step, (at + 1) * step),
      );

      expect(framesOf(chunks)).toEqual(frames);
    }),
  );
});

test("a frame that is too long is refused by its first bytes", () => {
  const frame = encodeFrame(["x".repeat(100)]);

  expect(() => framesOf([frame.subarray(0, 4)], 50)).toThrow("too long");
});

function frameOf(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * (numbers.length + 1));
  bytes.writeUInt32LE(4 * numbers.length, 0);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, 4 * (at + 1));
  return bytes;
}

test("bytes that are no frame are refused, whatever they are", () => {
  expect(() => framesOf([Buffer.alloc(4)])).toThrow("without a head");
  expect(() => framesOf([frameOf(2, 0)])).toThrow("without a head");
  expect(() => framesOf([frameOf(0xffffffff, 0)])).toThrow("without a head");
  expect(() => framesOf([frameOf(1, 5)])).toThrow("longer than it");
});
