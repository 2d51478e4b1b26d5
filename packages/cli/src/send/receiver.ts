/** To which URL does an example go? Pure: a port of this machine, or any URL that HTTP can call. */
import { HTTP_URL_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { misuse } from "../failure.ts";
import { readTarget, type Target } from "../listen/target.ts";
import { printable } from "../output/printable.ts";

export interface Receiver extends Pick<Target, "isTls" | "hostname" | "port" | "isLoopback"> {
  /** As it is signed, with path and query. */
  href: string;
  origin: string;
}

/** Throws a Failure for what is no such URL. */
export function readReceiver(typed: string): Receiver {
  // A number alone would be read as an address: "3000/hooks" as the host 0.0.11.184.
  const full = /^\d+(?:[/?]|$)/.test(typed)
    ? `http://localhost:${typed}`
    : /^https?:\/\//i.test(typed)
      ? typed
      : `http://${typed}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  const isOther = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) && !/^https?:/i.test(typed);
  if (!url || isOther || url.port === "0" || url.username !== "" || url.password !== "" || url.hash !== "")
    throw misuse(
      `"${printable(typed)}" is not a port or a URL to which a request can go.`,
      "Write for example 3000, localhost:3000/webhooks or https://app.example.com/webhooks?shop=1.",
    );
  if (url.href.length > HTTP_URL_MAX_CHARACTERS)
    throw misuse(
      `The URL has more than ${HTTP_URL_MAX_CHARACTERS} characters.`,
      "Use a shorter one: Posthorn signs no longer ones.",
    );
  const { href, origin } = url;
  const { isTls, hostname, port, isLoopback } = readTarget(origin);
  return { href, origin, isTls, hostname, port, isLoopback };
}
