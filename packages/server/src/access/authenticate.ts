/**
 * Who is calling, and on which project?
 *
 * Asked by the API before every route. A project's API key decides its project by itself; a person's
 * session acts on the project named in X-Project-ID (or X-Team-ID), or on their first one. A request that
 * presents a key is judged by the key alone, whatever cookie comes with it.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Role } from "@posthorn/contract/causes";
import { internalId } from "@posthorn/contract/ids";
import type { KnownKey } from "../store/api-keys.ts";
import type { Queryable } from "../store/database.ts";
import { findSessionAccess } from "../store/sessions.ts";

export interface Caller {
  kind: "api_key" | "session";
  project: { id: string };
  role: Role;
  /** Null for API keys. */
  user_id: string | null;
  /** The API key that was presented, with the calls it may make in a minute; null for people. */
  key: Pick<KnownKey, "id" | "rate_limit"> | null;
}

/**
 * Null: nobody we know (401). `unknown_project`: somebody, but the project they name does not exist or is
 * not theirs, which must look the same (404); a 401 would send them to the sign-in for nothing.
 */
export type Authentication = Caller | "unknown_project" | null;

export interface AuthenticateDeps {
  db: Queryable;
  keyOfAuthorization: (authorization: string) => Promise<KnownKey | null>;
  sessionTokenIn: (headers: IncomingHttpHeaders) => string | null;
}

export function createAuthenticate({ db, keyOfAuthorization, sessionTokenIn }: AuthenticateDeps) {
  return async (headers: IncomingHttpHeaders): Promise<Authentication> => {
    if (headers.authorization !== undefined) {
      const key = await keyOfAuthorization(headers.authorization);
      if (!key) return null;
      return { kind: "api_key", project: { id: key.team_id }, role: "admin", user_id: null, key };
    }

    const token = sessionTokenIn(headers);
    if (!token) return null;
    const named = [headers["x-project-id"] ?? headers["x-team-id"]].flat()[0];
    const projectId = named ? internalId("project", named) : null;
    if (named && !projectId) return (await findSessionAccess(db, token, null)) && "unknown_project";

    const access = await findSessionAccess(db, token, projectId);
    if (!access) return null;
    const { user_id, project } = access;
    if (!project) return "unknown_project";
    return { kind: "session", project: { id: project.id }, role: project.role, user_id, key: null };
  };
}
