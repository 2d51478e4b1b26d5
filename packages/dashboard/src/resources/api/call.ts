/**
 * How does the dashboard ask the server? `call(listEvents, { query: { webhook_id: id }, signal })`.
 *
 * Replies are not parsed again: the server of the same release serialises them through the same schema. Every way of
 * failing is thrown as one `ApiFailure`; only an abort stays an abort, because TanStack Query looks for it. A 401
 * is told to `app/` as well, whoever asked: the session has ended.
 */
import type { Endpoint, ReplyOf } from "@posthorn/contract/endpoint";
import { ownUrl } from "../base-path.ts";
import { failureOf, unreachable } from "./api-failure.ts";
import { currentProjectId } from "./current-project.ts";
import { pathOf, requestOf, type CallInput } from "./endpoint-request.ts";

const signedOutListeners = new Set<() => void>();

/** Told when the session has ended; `app/` then leads to the sign-in page. Returns what ends the subscription. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const url = ownUrl(pathOf(endpoint, input));
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, requestOf(endpoint, input, currentProjectId()));
    text = await response.text();
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (!response.ok) {
    if (response.status === 401) for (const listener of signedOutListeners) listener();
    throw failureOf(response, text, new Date());
  }
  try {
    // Serialised by the server through `endpoint.reply`, so this is what the schema says.
    return JSON.parse(text) as ReplyOf<E>;
  } catch (error) {
    throw unreachable(error, response.status);
  }
}
