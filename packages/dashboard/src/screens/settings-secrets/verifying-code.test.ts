/** Does the code that receivers paste accept what Posthorn signs, and nothing else? */
import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { verifyingCode } from "./verifying-code.ts";

afterEach(() => {
  delete process.env["POSTHORN_SIGNING_SECRET"];
});

const signed = (secret: string) => createHmac("sha256", secret).update("{}").digest("base64");

test("either signature is enough, and a wrong, short or missing one is not", async () => {
  process.env["POSTHORN_SIGNING_SECRET"] = "mine";
  const code = verifyingCode(["x-acme-signature", "x-acme-signature-2"]);
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  // The module is the text above.
  const { isFromPosthorn } = (await import(/* @vite-ignore */ address)) as {
    isFromPosthorn: (headers: Record<string, string>, rawBody: string) => boolean;
  };

  expect(isFromPosthorn({ "x-acme-signature": signed("mine") }, "{}")).toBe(true);
  expect(
    isFromPosthorn({ "x-acme-signature": signed("new"), "x-acme-signature-2": signed("mine") }, "{}"),
  ).toBe(true);
  expect(isFromPosthorn({ "x-acme-signature": signed("other") }, "{}")).toBe(false);
  expect(isFromPosthorn({ "x-acme-signature": signed("mine") }, "{} ")).toBe(false);
  expect(isFromPosthorn({ "x-acme-signature": "c2hvcnQ=" }, "{}")).toBe(false);
  expect(isFromPosthorn({}, "{}")).toBe(false);
});
