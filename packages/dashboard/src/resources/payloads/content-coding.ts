/**
 * Did the sender compress this body? Pure: the value of `Content-Encoding`, such as `gzip`, or null.
 *
 * `raw_body` of a compressed body is no text. `CompressedBody` shows what is in it.
 */
export function codingOf(headers: Readonly<Record<string, string>>): string | null {
  const value = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
  const coding = value?.trim().toLowerCase() ?? "";
  return coding === "" || coding === "identity" ? null : coding;
}
