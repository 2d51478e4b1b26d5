import type { Source } from "@posthorn/contract/sources";
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signedCurl } from "./signed-curl.ts";

const url = "http://127.0.0.1:4401/e/3k2";
const BODY = '{"hello":"world"}';
const SECRET = "it's $HOME";

/** What we use of `openssl`, for machines that have none. */
const OPENSSL = `
const { createHmac } = require("node:crypto");
const [command, ...options] = process.argv.slice(1);
const input = require("node:fs").readFileSync(0);
if (command === "base64") process.stdout.write(input.toString("base64"));
else {
  const digest = createHmac(options[0].slice(1), options[options.indexOf("-hmac") + 1]).update(input);
  if (options.includes("-binary")) process.stdout.write(digest.digest());
  else console.log("SHA2-256(stdin)= " + digest.digest("hex"));
}`;

/** The arguments that a real shell passes to curl. */
function argumentsOf(command: string | undefined): string[] {
  const script = [
    'openssl() { "$NODE" -e "$OPENSSL" -- "$@"; }',
    `curl() { printf '%s\\0' "$@"; }`,
    command,
  ].join("\n");
  const env = { ...process.env, NODE: process.execPath, OPENSSL };
  return execFileSync("sh", ["-c", script], { encoding: "utf8", env }).split("\0").slice(0, -1);
}

function curlOf(type: Source["type"], config: Source["config"]) {
  return signedCurl({ url, type, config });
}

function headersOf(command: string | undefined): string[] {
  const passed = argumentsOf(command);
  return passed.filter((_, at) => passed[at - 1] === "-H");
}

test.each([
  ["hex", "hex"],
  ["base64", "base64"],
  ["base64url", "base64url"],
] as const)("a body is signed by HMAC in %s, with any secret", (encoding, digest) => {
  const auth = { algorithm: "sha256", encoding, header_key: "X-$ignature", webhook_secret_key: SECRET };
  const curl = curlOf("WEBHOOK", { auth_type: "HMAC", auth });

  const signature = createHmac("sha256", SECRET).update(BODY).digest(digest);
  expect(headersOf(curl?.command)).toEqual(["Content-Type: application/json", `X-$ignature: ${signature}`]);
  expect(argumentsOf(curl?.command).slice(-2)).toEqual(["-d", BODY]);
  expect(curl?.shown).not.toContain("HOME");
  expect(curl?.shown).toContain("-hmac '••••••••'");
});

test("an API key and a password are shown as the source looks for them", () => {
  const keyed = curlOf("WEBHOOK", { auth_type: "API_KEY", auth: { header_key: "X-Key", api_key: SECRET } });
  const basic = curlOf("WEBHOOK", { auth_type: "BASIC_AUTH", auth: { username: "ada", password: SECRET } });

  expect(headersOf(keyed?.command)).toContain(`X-Key: ${SECRET}`);
  expect(keyed?.shown).toContain("'X-Key: ••••••••'");
  expect(argumentsOf(basic?.command)).toContain(`ada:${SECRET}`);
  expect(basic?.shown).toContain("-u 'ada:••••••••'");
});

test("a provider that signs the body alone gets its own header and prefix", () => {
  const curl = curlOf("GITHUB", { auth: { webhook_secret_key: SECRET } });

  const signature = createHmac("sha256", SECRET).update(BODY).digest("hex");
  expect(headersOf(curl?.command)).toContain(`x-hub-signature-256: sha256=${signature}`);
});

test("a source that takes only GET gets a signature over no body", () => {
  const auth = { algorithm: "sha1", encoding: "hex", header_key: "X-Sig", webhook_secret_key: SECRET };
  const curl = curlOf("WEBHOOK", { allowed_http_methods: ["GET"], auth_type: "HMAC", auth });

  expect(argumentsOf(curl?.command)).toEqual([
    url,
    "-H",
    `X-Sig: ${createHmac("sha1", SECRET).update("").digest("hex")}`,
  ]);
});

test("what a short command cannot sign has none", () => {
  expect(curlOf("STRIPE", { auth: { webhook_secret_key: "whsec_1" } })).toBeNull();
  expect(curlOf("DISCORD", { auth: { public_key: "00" } })).toBeNull();
  expect(
    curlOf("WEBHOOK", { auth_type: "STANDARD_WEBHOOKS", auth: { webhook_secret_key: "whsec_AAAA" } }),
  ).toBeNull();
});
