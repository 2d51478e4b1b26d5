/**
 * Where is the page of an issue trigger?
 *
 * `/issue-triggers/{type}` is a list and `/issue-triggers/{id}` is a page. The router tells them apart by the prefix of an
 * id, so the prefix is part of the path and not of the parameter.
 */
import { ID_PREFIXES } from "@posthorn/contract/ids";

const PREFIX = ID_PREFIXES.issue_trigger;

/** The parameter of a route for this trigger. */
export function triggerParams(id: string): { id: string } {
  return { id: id.slice(PREFIX.length) };
}

/** The id of the trigger that a route's parameter names. */
export function triggerIdIn({ id }: { id: string }): string {
  return `${PREFIX}${id}`;
}
