/** Which name of a project or an organization does a form accept, and what does it say otherwise? */
import { TITLE_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";

export const Title = z.string().check(
  z.refine((name) => name.trim() !== "", REQUIRED),
  z.maxLength(TITLE_MAX_CHARACTERS, `Name is longer than ${TITLE_MAX_CHARACTERS} characters`),
);
