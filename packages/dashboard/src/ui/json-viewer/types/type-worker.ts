/** The worker that derives types from a body: a body of a million characters takes longer than a frame. */
import { typeTexts } from "./type-texts.ts";

self.addEventListener("message", ({ data }: MessageEvent<string>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers its page, whatever its origin
  self.postMessage(typeTexts(data));
});
