/** Which URLs may we call? Only http and https, without a user name or password. */
import * as z from "zod/mini";
import { HTTP_URL_MAX_CHARACTERS } from "./limits.ts";

/** URL parsers drop or encode these silently, so we would call another URL than the one we show. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what it looks for
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f]/;

/** Checks the form only; the server decides whether the address is allowed. */
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
