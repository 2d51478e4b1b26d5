/** Since when does an issue last, and is it over? */
import type { Issue } from "@posthorn/contract/issues";

/** An issue that opens later than this after it was created has opened again. */
const AT_CREATION_MS = 60_000;

/** Its first occurrence. If it has opened again, since then: in between it was over. */
export function openSince({ opened_at, created_at, first_seen_at }: Issue): string {
  const isAgain = Date.parse(opened_at) - Date.parse(created_at) > AT_CREATION_MS;
  return isAgain ? opened_at : first_seen_at;
}

export function isOver({ status }: Pick<Issue, "status">): boolean {
  return status === "RESOLVED" || status === "IGNORED";
}
