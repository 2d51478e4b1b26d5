/**
 * How is a request signed for AWS?
 *
 * Signature Version 4 over method, path, query, body and the headers that AWS requires: host, content
 * type and everything that begins with `x-amz-`, even if the sender wrote it. S3 reads paths as they
 * are; every other service normalizes and encodes them once more.
 */
import { createHash, createHmac } from "node:crypto";
import type { AuthFields } from "@posthorn/contract/destination-auth";
import type { Prove, UnprovenRequest } from "./authentication.ts";

type AwsKey = AuthFields<"AWS_SIGNATURE">;

const ALGORITHM = "AWS4-HMAC-SHA256";

export function proveByAwsSignature(key: AwsKey): Prove {
  return (request) => {
    // 2026-01-31T12:00:00.000Z → 20260131T120000Z
    const date = new Date(request.nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
    const bodyHash = sha256(request.body ?? "");
    const signed = signedHeaders(request, { "x-amz-content-sha256": bodyHash, "x-amz-date": date });
    const names = [...signed.keys()].toSorted();
    const at = request.path.indexOf("?");
    const path = at === -1 ? request.path : request.path.slice(0, at);
    const query = at === -1 ? "" : request.path.slice(at + 1);
    const canonical = [
      request.method,
      key.service === "s3" ? encodedPath(decoded(path)) : encodedPath(normalized(path)),
      canonicalQuery(query),
      ...names.map((name) => `${name}:${signed.get(name)}`),
      "",
      names.join(";"),
      bodyHash,
    ].join("\n");
    const scope = `${date.slice(0, 8)}/${key.region}/${key.service}/aws4_request`;
    const signature = hmac(
      signingKey(key, date.slice(0, 8)),
      [ALGORITHM, date, scope, sha256(canonical)].join("\n"),
    ).toString("hex");
    return {
      headers: {
        "x-amz-content-sha256": bodyHash,
        "x-amz-date": date,
        authorization: `${ALGORITHM} Credential=${key.access_key_id}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
      },
    };
  };
}

function signedHeaders(request: UnprovenRequest, ours: Record<string, string>): Map<string, string> {
  const signed = new Map([["host", request.origin.replace(/^\w+:\/\//, "")], ...Object.entries(ours)]);
  for (let at = 0; at + 1 < request.headers.length; at += 2) {
    const name = (request.headers[at] ?? "").toLowerCase();
    if (name in ours || (name !== "content-type" && !name.startsWith("x-amz-"))) continue;
    const value = (request.headers[at + 1] ?? "").trim().replaceAll(/ +/g, " ");
    const before = signed.get(name);
    signed.set(name, before === undefined ? value : `${before},${value}`);
  }
  return signed;
}

function signingKey({ secret_access_key, region, service }: AwsKey, day: string): Buffer {
  return [day, region, service, "aws4_request"].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secret_access_key}`),
  );
}

/** RFC 3986 leaves fewer characters unescaped than encodeURIComponent. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a sender's path may be badly encoded; it is signed as it is sent
  }
}

function encodedPath(path: string): string {
  return path.split("/").map(encoded).join("/");
}

/** RFC 3986 §5.2.4, and double slashes count as one. */
function normalized(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/");
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  const last = segments.at(-1);
  const endsInSlash = kept.length > 0 && (last === "" || last === "." || last === "..");
  return `/${kept.join("/")}${endsInSlash ? "/" : ""}`;
}

/** Compares by code unit, independent of the locale. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function canonicalQuery(query: string): string {
  const pairs = query
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf("=");
      const [name, value] = at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
      return [encoded(decoded(name)), encoded(decoded(value))] as const;
    });
  return pairs
    .toSorted((a, b) => inOrder(a[0], b[0]) || inOrder(a[1], b[1]))
    .map((pair) => pair.join("="))
    .join("&");
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
