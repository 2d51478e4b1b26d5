/**
 * Which command calls which endpoint of the API?
 *
 * Pure. The name of a command follows from method and path: `GET /sources/{id}` is `source get`. What is no command is
 * listed here with the reason, and a test holds both against the contract: an endpoint that is new has a command, or the
 * test fails.
 */
import type { Endpoint, HttpVerb } from "@posthorn/contract/endpoint";

type Called = Pick<Endpoint, "method" | "path">;

/** By `METHOD /path`. */
export const NO_COMMANDS: Readonly<Record<string, string>> = {
  "POST /cli-auth": "posthorn login",
  "GET /cli-auth/poll": "posthorn login",
  "POST /cli-auth/ci": "posthorn ci",
  "GET /cli-auth/validate": "posthorn whoami",
  "POST /cli/guest": "there are no guests",
  "PUT /cli/{id}": "a machine is named when it signs in",
  "POST /cli-sessions": "posthorn listen",
  "GET /projects": "posthorn project list",
  "GET /teams": "an older name of GET /projects",
  "PATCH /issues/{id}": "the same as PUT",
  "PUT /sources/{id}/archive": "an older name of disable",
  "PUT /sources/{id}/unarchive": "an older name of enable",
  "PUT /destinations/{id}/archive": "an older name of disable",
  "PUT /destinations/{id}/unarchive": "an older name of enable",
  "PUT /connections/{id}/archive": "an older name of disable",
  "PUT /connections/{id}/unarchive": "an older name of enable",
};

/** The beginning of a path, and the words that a person types for it. The longest that fits counts. */
const NOUNS: readonly (readonly [string, string])[] = [
  ["/sources", "source"],
  ["/destinations", "destination"],
  ["/connections", "connection"],
  ["/transformations", "transformation"],
  ["/events", "event"],
  ["/requests", "request"],
  ["/attempts", "attempt"],
  ["/bookmarks", "bookmark"],
  ["/issues", "issue"],
  ["/issue-triggers", "issue-trigger"],
  ["/integrations", "integration"],
  ["/markers", "marker"],
  ["/notifications/webhooks", "webhook-topics"],
  ["/projects", "project"],
  ["/projects/{id}/custom_domains", "project domain"],
  ["/teams/current/custom_domains", "domain"],
  ["/bulk/events/retry", "bulk event-retry"],
  ["/bulk/events/cancel", "bulk event-cancel"],
  ["/bulk/ignored-events/retry", "bulk ignored-event-retry"],
  ["/bulk/requests/retry", "bulk request-retry"],
  ["/metrics", "metrics"],
];

/** What a method does with a whole collection, and with one of it. */
const OF_ALL: Partial<Record<HttpVerb, string>> = { GET: "list", POST: "create", PUT: "upsert" };
const OF_ONE: Partial<Record<HttpVerb, string>> = { GET: "get", PUT: "update", DELETE: "delete" };

/** Null: it is no command, or nobody has thought of it yet. */
export function commandNameOf({ method, path }: Called): string | null {
  if (Object.hasOwn(NO_COMMANDS, `${method} ${path}`)) return null;
  const [noun] = NOUNS.filter(([start]) => path === start || path.startsWith(`${start}/`)).toSorted(
    ([a], [b]) => b.length - a.length,
  );
  if (!noun) return null;
  const [start, words] = noun;
  if (words === "webhook-topics") return `${words} update`;
  const rest = path.slice(start.length).split("/").filter(Boolean);
  const act = rest
    .filter((part) => !isParameter(part))
    .join("-")
    .replaceAll("_", "-");
  const parameters = rest.filter(isParameter).length;
  // `…/executions/{execution_id}` is one of `…/executions`.
  if (act !== "") return `${words} ${parameters > 1 && method === "GET" ? act.replace(/s$/, "") : act}`;
  const verb = (parameters === 0 ? OF_ALL : OF_ONE)[method];
  return verb === undefined ? null : `${words} ${verb}`;
}

function isParameter(part: string): boolean {
  return part.startsWith("{");
}

/** The names of the parameters in the path. */
export function parametersOf({ path }: Called): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}
