/**
 * What happens when the session ends while a page is open?
 *
 * Usually the page gives way to the sign-in, which leads back to it. A page with unsaved input stays: the person signs in
 * above it (`shell/sign-in-again.tsx`), and the calls that got a 401 are repeated, the save among them.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { sessionQuery } from "../resources/session/session-queries.ts";
import { hasUnsavedInput } from "../ui/form/leave-guard.tsx";

interface SignInQuestion {
  email: string;
  /** True: signed in. False: not now, so the waiting calls fail. */
  answer: (isSignedIn: boolean) => void;
  answered: Promise<boolean>;
}

let question: SignInQuestion | null = null;
const listeners = new Set<() => void>();

/** For `onSignedOut`. */
export function endSession(queryClient: QueryClient, router: AnyRouter): Promise<boolean> {
  if (question) return question.answered;
  // The route that is opening redirects to the sign-in itself.
  if (router.state.status === "pending") return Promise.resolve(false);
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (session && hasUnsavedInput()) return askToSignIn(session.user.email);
  queryClient.clear();
  void router.invalidate();
  return Promise.resolve(false);
}

function askToSignIn(email: string): Promise<boolean> {
  const { promise: answered, resolve } = Promise.withResolvers<boolean>();
  const answer = (isSignedIn: boolean) => {
    replaceQuestion(null);
    resolve(isSignedIn);
  };
  replaceQuestion({ email, answer, answered });
  return answered;
}

function replaceQuestion(next: SignInQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}

function onQuestionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null while the session lasts. */
export function useSignInQuestion(): SignInQuestion | null {
  return useSyncExternalStore(onQuestionChange, () => question);
}
