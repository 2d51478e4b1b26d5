/** The worker that tests filters: answers each question with its number. */
import { explainTexts } from "./explain-texts.ts";
import type { PartTexts } from "./filter-texts.ts";

export interface Question {
  number: number;
  filter: PartTexts;
  input: PartTexts;
}

self.addEventListener("message", ({ data }: MessageEvent<Question>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers its page, whatever its origin
  self.postMessage({ number: data.number, results: explainTexts(data.filter, data.input) });
});
