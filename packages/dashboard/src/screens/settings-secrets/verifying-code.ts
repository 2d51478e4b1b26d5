/**
 * How does a receiver check that a delivery comes from Posthorn? Code for Node, ready to be pasted.
 *
 * It accepts either signature, so it goes on working while a roll is open. A test runs it.
 */
export function verifyingCode(headers: readonly string[]): string {
  const names = headers.map((name) => JSON.stringify(name)).join(", ");
  return `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the bytes as they came, before any parser.
export function isFromPosthorn(headers, rawBody) {
  const secret = process.env.POSTHORN_SIGNING_SECRET;
  const digest = createHmac("sha256", secret).update(rawBody).digest();
  return [${names}].some((name) => {
    const given = Buffer.from(headers[name] ?? "", "base64");
    return given.length === digest.length && timingSafeEqual(given, digest);
  });
}`;
}
