/** What is a URL that we may call? An http or https one, without user-info. */
import * as z from "zod/mini";
import { HTTP_URL_MAX_CHARACTERS } from "./limits.ts";

/** URL parsers drop or encode these silently, so what is shown would not be what is dialled. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what it looks for
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f]/;

/** Whether its address may be dialled is the server's to say. */
export const HttpUrl = z.string().check(
  z.maxLength(HTTP_URL_MAX_CHARACTERS),
  z.refine((text) => {
    if (CONTROL_OR_SPACE.test(text) || !URL.canParse(text)) return false;
    const url = new URL(text);
    return (
      (url.protocol === "http:" || url.protocol === "https:") &&
      url.hostname !== "" &&
      url.username === "" &&
      url.password === ""
    );
  }, "Must be a valid HTTP url"),
);
