/** What does the address of a connection's versions carry? The version that is shown, what it is compared with, and the page. */
import { fields, text, type Read } from "../../../ui/read.ts";

const isVersion = (id: string) => /^(?:aud_[0-9A-Za-z]+|earliest|now)$/.test(id);

export const VersionsSearch = fields({
  /** Without one: the newest of the page. */
  version: text((id) => isVersion(id) && id !== "now"),
  /** Without one: the version before it. */
  with: text(isVersion),
  next: text((id) => /^aud_[0-9A-Za-z]+$/.test(id)),
});
export type VersionsSearch = Read<typeof VersionsSearch>;
