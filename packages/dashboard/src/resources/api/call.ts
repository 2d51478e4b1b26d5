/**
 * How does the dashboard ask the server? `call(listEvents, { query: { webhook_id: id }, signal })`.
 *
 * Replies are not parsed again: the server of the same release serialises them through the same schema. Every way of
 * failing is thrown as one `ApiFailure`; only an abort stays an abort, because TanStack Query looks for it. What
 * follows from a failure (another try, the sign-in page after a 401) is said once, where the query client is made.
 */
import type { Endpoint, ReplyOf } from "@posthorn/contract/endpoint";
import { ownUrl } from "../base-path.ts";
import { failureOf, unreachable } from "./api-failure.ts";
import { currentProjectId } from "./current-project.ts";
import { pathOf, requestOf, type CallInput } from "./endpoint-request.ts";

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
  if (!response.ok) throw failureOf(response, text, new Date());
  try {
    // Serialised by the server through `endpoint.reply`, so this is what the schema says.
    return JSON.parse(text) as ReplyOf<E>;
  } catch (error) {
    throw unreachable(error, response.status);
  }
}
