/**
 * To which address did the sender send this request?
 *
 * Some schemes sign it. It is the public URL of the source, or the same with another host: a custom domain whose proxy
 * passes on what the sender asked for. Both are tried. A sender that names a false host gains nothing, because the
 * provider must have signed that address.
 */
import { type Evidence, headerValues } from "./evidence.ts";

const PARTS = /^(https?):\/\/[^/?#]*(.*)$/s;
const HOST = /^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/;

export function addressesOf({ url, headers }: Pick<Evidence, "url" | "headers">): string[] {
  const [, scheme = "", rest = ""] = PARTS.exec(url) ?? [];
  const host = onlyValue(headers, "x-forwarded-host") ?? onlyValue(headers, "host") ?? "";
  if (!HOST.test(host)) return [url];
  const forwarded = onlyValue(headers, "x-forwarded-proto");
  const schemeUsed = forwarded === "http" || forwarded === "https" ? forwarded : scheme;
  const other = `${schemeUsed}://${host}${rest}`;
  return other === url ? [url] : [url, other];
}

function onlyValue(headers: readonly string[], name: string): string | undefined {
  const [value, ...others] = headerValues(headers, name);
  return others.length > 0 ? undefined : value;
}
