/** Which labels may a bookmark have? For the forms of a new bookmark and of one that exists. */
import { BOOKMARK_LABEL_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";

export const BookmarkLabel = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, REQUIRED),
    z.maxLength(BOOKMARK_LABEL_MAX_CHARACTERS, `At most ${BOOKMARK_LABEL_MAX_CHARACTERS} characters`),
  );
