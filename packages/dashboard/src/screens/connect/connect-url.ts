/** What does the address of /connect carry? The name of the service that asks for a source. */
import * as z from "zod/mini";
import { optional } from "../../ui/list/list-url.ts";

/** Longer than the name of any service. Anybody can write such a link, so it shows nothing longer. */
const PROVIDER_MAX_CHARACTERS = 60;

export const ConnectSearch = z.object({
  provider: optional(z.string().check(z.minLength(1), z.maxLength(PROVIDER_MAX_CHARACTERS))),
});
