/**
 * How do we ask a language model?
 *
 * With one call of the chat API that OpenAI has and many services copy, at the address that the operator set. The
 * address guard allows every address here: nothing that a user or a sender writes changes where we connect, and the
 * service is often in a private network. We do not follow redirects, so the key goes to that address only. Answers
 * and the service's error messages are never logged.
 */
import * as z from "zod/mini";
import type { Config } from "../config.ts";
import { type Dialer, createDialer } from "./dialer.ts";

/** A person waits for the answer. */
const ANSWER_WITHIN_MS = 30_000;
const ANSWER_MAX_BYTES = 512 * 1024;
const SOCKETS_MOST = 8;

export interface ChatMessage {
  role: "system" | "user";
  content: string;
}

/** `refused`: an answer with another status than 200. `unreadable`: not the chat API, or too long. */
export type ChatAnswer =
  | { text: string }
  | { failure: "late" | "unreachable" | "unreadable" }
  | { failure: "refused"; status: number };

export interface ChatModel {
  /** The answer should be JSON; the caller must check that. */
  ask: (messages: readonly ChatMessage[]) => Promise<ChatAnswer>;
  close: Dialer["close"];
}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).check(z.minLength(1)),
});

export function createChatModel(
  { url, key, model }: NonNullable<Config["ai"]>,
  { answerWithinMs = ANSWER_WITHIN_MS } = {},
): ChatModel {
  const dialer = createDialer({ isAllowed: () => true }, { socketsMost: SOCKETS_MOST });
  const { origin, pathname, search } = new URL(url);
  const path = `${pathname.replace(/\/+$/, "")}/chat/completions${search}`;
  const headers = ["content-type", "application/json", "accept-encoding", "identity"];
  if (key !== null) headers.push("authorization", `Bearer ${key}`);

  return {
    async ask(messages) {
      const asked = { model, messages, response_format: { type: "json_object" } };
      const exchange = await dialer.exchange({
        origin,
        path,
        method: "POST",
        headers,
        credentialHeaders: ["authorization"],
        body: Buffer.from(JSON.stringify(asked)),
        deadlineMs: answerWithinMs,
        bodyMaxBytes: ANSWER_MAX_BYTES,
        maxRedirects: null,
      });
      if ("failure" in exchange) {
        const isLate = "code" in exchange.failure && exchange.failure.code === "DEADLINE";
        return { failure: isLate ? "late" : "unreachable" };
      }
      const { status, body, cut } = exchange.response;
      if (status !== 200) return { failure: "refused", status };
      const text = cut ? null : contentIn(body.toString("utf8"));
      return text === null ? { failure: "unreadable" } : { text };
    },
    close: dialer.close,
  };
}

function contentIn(json: string): string | null {
  try {
    return Completion.parse(JSON.parse(json)).choices[0]?.message.content ?? null;
  } catch {
    return null;
  }
}
