/**
 * How does a person give the client a key, with a click in the dashboard?
 *
 * The client begins a login, shows its link, and asks until the person has allowed or refused it. Beware: the server
 * writes its own public address into the address to ask at. The client asks at the address that it knows instead, because
 * only that one is known to be reachable from here, through a tunnel for example.
 */
import { setTimeout as delay } from "node:timers/promises";
import { type IssuedKey, pollCliLogin, startCliLogin } from "@posthorn/contract/cli-auth";
import { CLI_LOGIN_LIFETIME_MS } from "@posthorn/contract/limits";
import type { Client } from "../api/client.ts";
import { Failure } from "../failure.ts";
import type { Machine } from "../machine.ts";
import { printable } from "../output/printable.ts";
import { openInBrowser } from "./browser.ts";

const ASK_EVERY_MS = 2_000;
/** The server is being restarted, or the machine changes its network: the login goes on afterwards. */
const ASK_AGAIN_MS = 5_000;

/** `signal` ends it; it throws then. */
export async function loginByBrowser(
  client: Client,
  { machine, mayOpen, signal }: { machine: Machine; mayOpen: boolean; signal?: AbortSignal },
): Promise<IssuedKey> {
  const begun = await client.call(startCliLogin, {
    body: { device_name: machine.deviceName },
    ...(signal && { signal }),
  });
  const { err } = machine;
  const link = printable(begun.browser_url);
  const hasOpened = mayOpen && (await openInBrowser(begun.browser_url, machine));
  err.write(
    hasOpened
      ? `Your browser opens this link. Allow the login there:\n\n  ${err.paint("underline", link)}\n\n`
      : `Open this link in a browser, on any machine, and allow the login there:\n\n  ${err.paint("underline", link)}\n\n`,
  );
  err.write(
    `Waiting for your click, up to ${CLI_LOGIN_LIFETIME_MS / 60_000} minutes. Ctrl-C ends the login.\n`,
  );
  const key = new URL(begun.poll_url).searchParams.get("key") ?? "";
  return claimed(client, key, machine, signal);
}

async function claimed(
  client: Client,
  key: string,
  { nowMs }: Machine,
  signal?: AbortSignal,
): Promise<IssuedKey> {
  const endsAtMs = nowMs() + 2 * CLI_LOGIN_LIFETIME_MS; // the server ends it much earlier, and says why
  while (nowMs() < endsAtMs) {
    const reply = await client
      .call(pollCliLogin, { query: { key }, ...(signal && { signal }) })
      .catch((error: unknown) => {
        if (signal?.aborted) throw error;
        if (error instanceof Failure && error.exit === "unreachable") return null;
        throw asRefusal(error);
      });
    if (reply?.claimed) return reply;
    await delay(reply ? ASK_EVERY_MS : ASK_AGAIN_MS, undefined, { ...(signal && { signal }) });
  }
  throw new Failure("The login has taken too long.", { todo: "Begin again: posthorn login." });
}

/** What the server says of a login that cannot go on: it was refused in the browser, has expired, or was used. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Failure) || error.exit !== "notFound") return error;
  return new Failure(error.message, { exit: "refused", cause: error });
}
