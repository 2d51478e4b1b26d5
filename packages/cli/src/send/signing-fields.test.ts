/** Does each value of `--secret` get to the field that the person means? */
import type { ExampleProvider, SigningMethod } from "@posthorn/contract/signed-examples";
import { expect, test } from "vitest";
import { Failure } from "../failure.ts";
import { fieldWords, signingOf } from "./signing-fields.ts";

const field = (name: string, more: Partial<SigningMethod["fields"][number]> = {}) => ({
  name,
  label: name,
  is_optional: false,
  options: null,
  ...more,
});
const own = (...fields: SigningMethod["fields"]): SigningMethod => ({
  auth_type: null,
  label: "Acme",
  fields,
  refusal: null,
});
const acme = (...methods: SigningMethod[]): ExampleProvider => ({
  type: "STRIPE",
  label: "Acme",
  examples: ["one"],
  methods,
});
const ONE = acme(own(field("webhook_secret_key"), field("token", { is_optional: true })));
const TWO = acme(own(field("username"), field("password")));
const NAMED = acme({ ...own(field("header_key"), field("api_key")), auth_type: "API_KEY" });

function refused(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) return { what: error.message, todo: error.todo, exit: error.exit };
    throw error;
  }
  throw new Error("it was accepted");
}

const misused = (what: string, todo: string) => ({
  what,
  todo: expect.stringContaining(todo),
  exit: "misused",
});

test("one secret is the field that must be there, whatever is in it", () => {
  for (const secret of ["whsec_a", "a=b", "=", "key=x\ny", "webhook_secret_key"])
    expect(signingOf(ONE, undefined, [secret])).toEqual({
      auth_type: null,
      auth: { webhook_secret_key: secret },
    });
});

test("a field is named before its value, which may have anything in it, too", () => {
  expect(signingOf(ONE, undefined, ["token=t", "webhook_secret_key=webhook_secret_key=a\nb"])).toEqual({
    auth_type: null,
    auth: { token: "t", webhook_secret_key: "webhook_secret_key=a\nb" },
  });
  expect(signingOf(TWO, undefined, ["username=ada", "password=a=b"])).toEqual({
    auth_type: null,
    auth: { username: "ada", password: "a=b" },
  });
  expect(signingOf(NAMED, "api-key", ["header_key=x-key", "api_key=k"])?.auth_type).toBe("API_KEY");
});

test("without a secret and a method, nothing is signed", () => {
  expect(signingOf(ONE, undefined, [])).toBeNull();
  expect(signingOf(acme(), undefined, [])).toBeNull();
});

test("what is missing, doubled or unknown is said, with what to write", () => {
  const words = "--secret username=USERNAME --secret password=PASSWORD";
  expect(refused(() => signingOf(TWO, undefined, ["ada"]))).toEqual(
    misused("--secret does not say which field it is of Acme.", words),
  );
  expect(refused(() => signingOf(TWO, undefined, ["username=ada"]))).toEqual(
    misused("Acme needs password, too.", words),
  );
  expect(refused(() => signingOf(ONE, undefined, ["token=t"]))).toEqual(
    misused("Acme needs webhook_secret_key, too.", "--secret SECRET [--secret token=TOKEN]"),
  );
  expect(refused(() => signingOf(ONE, undefined, ["a", "b"]))).toEqual(
    misused("--secret gives webhook_secret_key twice.", "--secret SECRET"),
  );
  expect(refused(() => signingOf(NAMED, "api-key", []))).toEqual(
    misused("Acme needs header_key, api_key, too.", "--secret api_key=API-KEY"),
  );
});

test("a method that the provider does not have names those that it has", () => {
  expect(refused(() => signingOf(NAMED, undefined, ["a"]))).toMatchObject({
    what: "Acme has no signature of its own.",
    todo: "Write one of these: --auth-type api-key.",
  });
  expect(refused(() => signingOf(ONE, "hmac", ["a"]))).toMatchObject({
    what: "Acme does not sign by hmac.",
    todo: "Leave --auth-type out.",
  });
  expect(refused(() => signingOf(acme(), undefined, ["a"]))).toMatchObject({
    todo: "Leave --secret and --auth-type out.",
  });
  const alone = acme({ ...own(field("public_key")), refusal: "Only Acme can." });
  expect(refused(() => signingOf(alone, undefined, ["a"]))).toMatchObject({
    what: "Only Acme can.",
    exit: "failed",
  });
});

test("the values that a field can have are shown", () => {
  expect(fieldWords([field("algorithm", { options: ["md5", "sha1"] }), field("webhook_secret_key")])).toBe(
    "--secret algorithm=md5|sha1 --secret webhook_secret_key=WEBHOOK-SECRET-KEY",
  );
});
