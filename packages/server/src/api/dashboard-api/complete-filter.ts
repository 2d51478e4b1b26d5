/**
 * How does a person get a filter out of a sentence?
 *
 * Asks the operator's language model, and answers with a filter that could be saved or with an error in words.
 */
import type { FilterParts, FilterTestInput } from "@posthorn/contract/filter-trials";
import type { ChatAnswer, ChatModel } from "../../outbound/chat-model.ts";
import { ApiError } from "../api-error.ts";
import { completionMessages, readCompletion } from "./filter-completion.ts";

/** Each holds a connection to the service for up to half a minute. */
const MOST_AT_ONCE = 8;
const RETRY_AFTER_SECONDS = 5;

const WHY: Readonly<Record<Extract<ChatAnswer, { failure: string }>["failure"] | "no_filter", string>> = {
  late: "The AI service did not answer in time. Try again, or enter a filter manually.",
  unreachable: "The AI service could not be reached. Ask the operator to check POSTHORN_AI_URL.",
  refused:
    "The AI service refused to answer. Ask the operator to check POSTHORN_AI_URL, POSTHORN_AI_KEY and POSTHORN_AI_MODEL.",
  unreadable:
    "The AI service answered with something that could not be read. Ask the operator to check POSTHORN_AI_URL.",
  no_filter:
    "The AI service answered with something that is no filter. Ask in other words, or enter a filter manually.",
};
const TOO_LONG = "This filter is too long for the AI service. Enter the change manually.";
const TOO_MANY = "Too many filters are being completed at the moment, try again in a moment";

interface Asked {
  prompt: string;
  filter: FilterParts;
  input?: FilterTestInput | undefined;
}

export type CompleteFilter = (asked: Asked) => Promise<{ filter: FilterParts }>;

/** `chatModel` is null if the operator has set up none. */
export function createCompleteFilter(chatModel: ChatModel | null): CompleteFilter {
  let underWay = 0;

  return async ({ prompt, filter, input }) => {
    if (!chatModel) throw new ApiError("COMPLETION_NOT_CONFIGURED");
    const messages = completionMessages(prompt, filter, input);
    if (!messages) throw new ApiError("COMPLETION_FAILED", {}, { message: TOO_LONG });
    if (underWay >= MOST_AT_ONCE) {
      const shown = { message: TOO_MANY, retryAfterSeconds: RETRY_AFTER_SECONDS };
      throw new ApiError("TOO_MANY_REQUESTS", {}, shown);
    }
    underWay += 1;
    try {
      const answer = await chatModel.ask(messages);
      if ("failure" in answer)
        throw new ApiError("COMPLETION_FAILED", answer, { message: WHY[answer.failure] });
      const completed = readCompletion(answer.text);
      if (completed) return { filter: completed };
      throw new ApiError("COMPLETION_FAILED", { failure: "no_filter" }, { message: WHY.no_filter });
    } finally {
      underWay -= 1;
    }
  };
}
