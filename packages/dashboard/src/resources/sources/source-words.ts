/** What does a source do with a request, in a few words? */
import type { CustomResponse, Source } from "@posthorn/contract/sources";

const RESPONSE_LABELS: Record<CustomResponse["content_type"], string> = {
  json: "JSON",
  text: "text",
  xml: "XML",
};

/** The status is 200 in both cases: a source chooses its words, not its status. */
export function answerWords(response: CustomResponse | null | undefined): string {
  const answer = "receives it, answers 200";
  return response ? `${answer} with ${RESPONSE_LABELS[response.content_type]} of its own` : answer;
}

export function receivingWords({ disabled_at, config }: Pick<Source, "disabled_at" | "config">): string {
  return disabled_at === null ? answerWords(config.custom_response) : "is disabled, refuses it";
}
