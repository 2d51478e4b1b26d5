/**
 * How does the dashboard call the server? `call(listEvents, { query: { webhook_id: id }, signal })`.
 *
 * Replies are not validated again: the server of the same release serialises them through the same schema. Every
 * failure is thrown as an `ApiFailure`. Only an abort stays an abort, because TanStack Query looks for it. After a 401
 * `app/` may let the person sign in again; then `call` repeats the call, of which the server has done nothing. A refusal that
 * shows that the person's roles have changed is reported to `app/` too, and fails.
 */
import type { Endpoint, ReplyOf } from "@posthorn/contract/endpoint";
import { ownUrl } from "../base-path.ts";
import { failureOf, isLossOfAccess, unreachable } from "./api-failure.ts";
import { currentProjectId } from "./current-project.ts";
import { pathOf, requestOf, type CallInput } from "./endpoint-request.ts";

/** Resolves to true once the person is signed in again, and to false if the call has to fail. */
type SignInAgain = () => Promise<boolean>;

const FAIL: SignInAgain = () => Promise.resolve(false);
let signInAgain = FAIL;

/** What happens when the session has ended is for `app/` to decide. Returns a function that takes the decision back. */
export function onSignedOut(decide: SignInAgain): () => void {
  signInAgain = decide;
  return () => {
    signInAgain = FAIL;
  };
}

let noticeLoss: (() => void) | null = null;

/** `react` is called after each refusal that shows less access than the person had. Returns a function that ends this. */
export function onLossOfAccess(react: () => void): () => void {
  noticeLoss = react;
  return () => {
    noticeLoss = null;
  };
}

export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
  const { response, bytes } = await answerTo(endpoint, input);
  try {
    // Safe: the server serialised the reply through `endpoint.reply`.
    return JSON.parse(textOf(bytes)) as ReplyOf<E>;
  } catch (error) {
    throw unreachable(error, response.status);
  }
}

/** For endpoints that answer with a file. */
export async function callForBytes<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Uint8Array> {
  return (await answerTo(endpoint, input)).bytes;
}

async function answerTo<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ response: Response; bytes: Uint8Array }> {
  const url = ownUrl(pathOf(endpoint, input));
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, requestOf(endpoint, input, input.projectId ?? currentProjectId()));
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw unreachable(error);
  }
  if (response.ok) return { response, bytes };
  if (response.status === 401 && (await signInAgain())) return answerTo(endpoint, input);
  const failure = failureOf(response, textOf(bytes), new Date());
  if (isLossOfAccess(failure)) noticeLoss?.();
  throw failure;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
