import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import { expect, test } from "vitest";
import { contentCoding, decodedBody } from "./content-coding.ts";

const JSON_TEXT = '{"kind":"paid"}';

test.each([
  ["gzip", gzipSync(JSON_TEXT)],
  ["X-GZip", gzipSync(JSON_TEXT)],
  [" GZIP ", gzipSync(JSON_TEXT)],
  ["deflate", deflateSync(JSON_TEXT)],
  ["br", brotliCompressSync(JSON_TEXT)],
])("a body in %s is decoded", async (coding, body) => {
  expect((await decodedBody(["Accept", "*/*", "CONTENT-Encoding", coding], body))?.toString()).toBe(
    JSON_TEXT,
  );
});

test("a body without a coding is as it is", () => {
  expect(contentCoding(["content-type", "application/json"])).toBeNull();
  expect(contentCoding(["content-encoding", "identity"])).toBeNull();
  expect(contentCoding(["content-encoding", ""])).toBeNull();
});

test.each([
  ["is no gzip", "gzip", Buffer.from(JSON_TEXT)],
  ["is cut", "gzip", gzipSync(JSON_TEXT).subarray(0, -3)],
  ["is empty", "gzip", Buffer.of()],
  ["has a coding that we do not know", "zstd", gzipSync(JSON_TEXT)],
  ["has two codings", "deflate, gzip", gzipSync(deflateSync(JSON_TEXT))],
  ["was not stored", "gzip", null],
])("a body that %s has no other content", async (_, coding, body) => {
  expect(await decodedBody(["content-encoding", coding], body)).toBeNull();
});

test("content up to the limit is decoded, and nothing beyond it", async () => {
  const whole = gzipSync(Buffer.alloc(LARGE_PAYLOAD_BYTES, "x"));
  const bomb = gzipSync(Buffer.alloc(LARGE_PAYLOAD_BYTES + 1, "x"));

  expect((await decodedBody(["content-encoding", "gzip"], whole))?.length).toBe(LARGE_PAYLOAD_BYTES);
  expect(await decodedBody(["content-encoding", "gzip"], bomb)).toBeNull();
});
