import { VERIFICATION_PROBLEMS } from "./causes.ts";
import { expect, test } from "vitest";
import { verificationWords } from "./verification-words.ts";

test("each kind of failure has a sentence of its own, with the header where there is one", () => {
  const looked_at = { part: "header", name: "x-shopify-hmac-sha256" } as const;
  const sentences = VERIFICATION_PROBLEMS.map((problem) => verificationWords({ problem, looked_at }));

  expect(new Set(sentences).size).toBe(VERIFICATION_PROBLEMS.length);
  expect(sentences.filter((sentence) => sentence.includes("header x-shopify-hmac-sha256"))).toHaveLength(5);
});

test.each([
  ["header", "stripe-signature", "The request has no header stripe-signature, where"],
  ["query", "hmac", "The request has no query parameter hmac, where"],
  ["body", "signature.token", "The request has no field signature.token in the body, where"],
] as const)("a %s is called what it is", (part, name, text) => {
  expect(verificationWords({ problem: "MISSING", looked_at: { part, name } })).toContain(text);
});

test("a key that the operator does not let Posthorn fetch is another matter than one that did not come", () => {
  const looked_at = { part: "body", name: "SigningCertURL" } as const;
  const words = verificationWords({ problem: "KEY_UNAVAILABLE", looked_at, fetches_off: true });

  expect(words).toContain("the operator of this installation has turned such fetches off");
  expect(words).toContain("POSTHORN_PROVIDER_FETCHES=on, then retry");
});

test("without a place it still says what is wrong", () => {
  expect(verificationWords({ problem: "KEY_UNAVAILABLE", looked_at: null })).toContain(
    "did not come in time",
  );
  expect(verificationWords({ problem: "NOT_CONFIGURED", looked_at: null })).toContain("cannot check one");
});
