/**
 * Who is calling, and on which project?
 *
 * The API asks before every route. An API key determines its project. A person's session and a CLI
 * key act on the project named in X-Project-ID (or X-Team-ID). Without that header, a session acts
 * on the person's first project and a CLI key on the project it was issued for. If a request
 * presents a key, only the key counts, whatever cookie comes with it.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Lock } from "@posthorn/contract/plans";
import type { HeldRoles } from "@posthorn/contract/roles";
import { internalId } from "@posthorn/contract/ids";
import { hashOfKey, type KnownKey } from "../store/api-keys.ts";
import { type CliKeyAccess, findCliKeyAccess, isCliKey } from "../store/cli-keys.ts";
import type { Queryable } from "../store/database.ts";
import { findSessionAccess } from "../store/sessions.ts";
import type { ApiKeyCheck } from "./api-key-check.ts";
import { presentedKey } from "./presented-key.ts";

export interface Caller extends HeldRoles {
  kind: "api_key" | "cli_key" | "session";
  project: { id: string };
  /** What the organization's plan closes to this caller; null: nothing. */
  lock: Lock | null;
  /** Null for API keys, and for CLI keys made from one. */
  user_id: string | null;
  /** The API key that was presented, or that the CLI key was made from; null for people. */
  api_key_id: string | null;
  /** The key whose calls are counted, with its limit per minute; null for sessions. */
  key: Pick<KnownKey, "id" | "rate_limit" | "plan_rate_limit"> | null;
  /** The machine that a CLI key was issued to; null for all other callers. */
  client: CliKeyAccess["client"] | null;
}

/**
 * Null means an unknown caller (401). `unknown_project` means a known caller that names a project which does not
 * exist or is not theirs; both must look the same (404). A 401 would send the person to the sign-in for nothing.
 */
export type Authentication = Caller | "unknown_project" | null;

export interface AuthenticateDeps {
  db: Queryable;
  checkApiKey: ApiKeyCheck;
  sessionTokenIn: (headers: IncomingHttpHeaders) => string | null;
}

export function createAuthenticate({ db, checkApiKey, sessionTokenIn }: AuthenticateDeps) {
  async function callerOfApiKey(presented: string): Promise<Caller | null> {
    const key = await checkApiKey(presented);
    if (!key) return null;
    const project = { id: key.team_id };
    const roles: HeldRoles = { role: key.role, organization_role: null };
    return {
      kind: "api_key",
      project,
      ...roles,
      lock: key.lock,
      user_id: null,
      api_key_id: key.id,
      key,
      client: null,
    };
  }

  async function callerOfCliKey(presented: string, headers: IncomingHttpHeaders): Promise<Authentication> {
    const hash = hashOfKey(presented);
    const found = await inNamedProject(headers, (project_id) => findCliKeyAccess(db, hash, project_id));
    if (found === null || found === "unknown_project") return found;
    const { access, ...inProject } = found;
    const { user_id, api_key_id, key, client } = access;
    return { kind: "cli_key", ...inProject, user_id, api_key_id, key, client };
  }

  return async (headers: IncomingHttpHeaders): Promise<Authentication> => {
    if (headers.authorization !== undefined) {
      const presented = presentedKey(headers.authorization);
      if (presented === null) return null;
      return isCliKey(presented) ? callerOfCliKey(presented, headers) : callerOfApiKey(presented);
    }

    const token = sessionTokenIn(headers);
    if (!token) return null;
    const found = await inNamedProject(headers, (project_id) => findSessionAccess(db, token, project_id));
    if (found === null || found === "unknown_project") return found;
    const { access, ...inProject } = found;
    const { user_id } = access;
    return { kind: "session", ...inProject, user_id, api_key_id: null, key: null, client: null };
  };
}

/** Null means an unknown caller (401), and `key` a known one that is not signed in (403). */
export type SignedIn = { user_id: string } | "key" | null;

/** Asks who is signed in, whatever projects they have. A key never counts as a person here. */
export function createAuthenticatePerson({
  db,
  sessionTokenIn,
  authenticate,
}: Pick<AuthenticateDeps, "db" | "sessionTokenIn"> & {
  authenticate: (headers: IncomingHttpHeaders) => Promise<Authentication>;
}) {
  return async (headers: IncomingHttpHeaders): Promise<SignedIn> => {
    if (headers.authorization !== undefined) return (await authenticate(headers)) && "key";
    const token = sessionTokenIn(headers);
    const session = token && (await findSessionAccess(db, token, null));
    return session ? { user_id: session.user_id } : null;
  };
}

interface FoundAccess {
  /** Null when there is no such project, or the caller does not belong to it. */
  project: ({ id: string; lock: Lock | null } & HeldRoles) | null;
}

/** Calls `find` with the project that the headers name, or with null for the default one. */
async function inNamedProject<Access extends FoundAccess>(
  headers: IncomingHttpHeaders,
  find: (project_id: string | null) => Promise<Access | null>,
): Promise<
  (Pick<Caller, "project" | "lock" | keyof HeldRoles> & { access: Access }) | "unknown_project" | null
> {
  const named = [headers["x-project-id"] ?? headers["x-team-id"]].flat()[0];
  const projectId = named ? internalId("project", named) : null;
  if (named && !projectId) return (await find(null)) && "unknown_project";

  const access = await find(projectId);
  if (!access) return null;
  if (!access.project) return "unknown_project";
  const { id, role, organization_role, lock } = access.project;
  return { project: { id }, role, organization_role, lock, access };
}
