/** What does the address of /connect carry? The name of the service that asks for a source. */
import { fields, text } from "../../ui/read.ts";

/** Longer than the name of any service. Anybody can write such a link, so it shows nothing longer. */
const PROVIDER_MAX_CHARACTERS = 60;

export const ConnectSearch = fields({
  provider: text((name) => name !== "" && name.length <= PROVIDER_MAX_CHARACTERS),
});
