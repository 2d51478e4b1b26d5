/**
 * How does the owner set up directory sync, and what do the groups of the directory mean?
 *
 * Changes hold the lock of the organization, like every change of who belongs to it. A token is in the reply that makes it,
 * and nowhere else.
 */
import * as contract from "@posthorn/contract/directory-sync";
import * as texts from "@posthorn/contract/directory-texts";
import { internalId, publicId } from "@posthorn/contract/ids";
import { DIRECTORY_GROUPS_MAX, DIRECTORY_TOKENS_MAX } from "@posthorn/contract/limits";
import { followDirectory } from "../../access/directory-members.ts";
import { createdAt } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import * as directories from "../../store/directories.ts";
import { type DirectoryGroupRow, readDirectoryGroups, setGroupRole } from "../../store/directory-groups.ts";
import * as tokens from "../../store/directory-tokens.ts";
import { revokeAllInvitations } from "../../store/invitations.ts";
import { readSsoDomains } from "../../store/sso-domains.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { OrganizationsCall, ServeOrganization } from "../call.ts";
import { changingPeople } from "../organizations/organization-routes.ts";
import { invalid } from "../validation.ts";

type Asking = Pick<
  OrganizationsCall<typeof contract.setDirectoryDefaultRole>,
  "asCaller" | "organization_id" | "user_id"
>;

/** For an organization that has a directory. */
function changing<Result>(asking: Asking, change: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return changingPeople(asking, "manageSso", async (tx) => {
    if (!(await directories.findDirectory(tx, asking.organization_id)))
      throw notFound(publicId("organization", asking.organization_id));
    return change(tx);
  });
}

const byName = new Intl.Collator("en", { numeric: true });

export function serveDirectorySync(
  serveOrganization: ServeOrganization,
  { db, config, log }: Pick<ApiDeps, "config" | "db" | "log">,
): void {
  async function shown(organization_id: string): Promise<contract.DirectorySync> {
    const base_url = `${config.publicUrl}${contract.SCIM_PREFIX}`;
    const directory = await directories.findDirectory(db, organization_id);
    if (!directory) return { base_url, directory: null };
    const counts = await directories.countDirectory(db, organization_id);
    const all = { skipped: 0, most: DIRECTORY_GROUPS_MAX };
    const groups = await readDirectoryGroups(db, organization_id, {}, all);
    return {
      base_url,
      directory: {
        default_role: directory.default_role,
        last_call_at: directory.last_call_at,
        people: counts.people,
        members: counts.members,
        other_members: counts.others,
        tokens: (await tokens.readDirectoryTokens(db, organization_id)).map(tokenView),
        groups: groups.map(groupView).toSorted((one, other) => byName.compare(one.name, other.name)),
      },
    };
  }

  serveOrganization(contract.getDirectorySync, ({ organization_id }) => shown(organization_id));

  serveOrganization(contract.turnDirectorySyncOn, async ({ organization_id, user_id, asCaller, body }) => {
    const asking = { organization_id, user_id, asCaller };
    const { token } = await changingPeople(asking, "manageSso", async (tx) => {
      const domains = await readSsoDomains(tx, organization_id);
      if (!domains.some(({ proven_at }) => proven_at !== null)) throw invalid(texts.DIRECTORY_NEEDS_DOMAIN);
      const { default_role } = body;
      if (!(await directories.insertDirectory(tx, { organization_id, default_role })))
        throw new ApiError("RESOURCE_ALREADY_EXISTS");
      await revokeAllInvitations(tx, organization_id);
      return tokens.issueDirectoryToken(tx, organization_id);
    });
    log.info("directory.on", { organization_id, user_id });
    return { ...(await shown(organization_id)), token };
  });

  serveOrganization(
    contract.setDirectoryDefaultRole,
    async ({ organization_id, user_id, asCaller, body }) => {
      await changing({ organization_id, user_id, asCaller }, async (tx) => {
        await directories.setDefaultRole(tx, { organization_id, default_role: body.default_role });
        await followAll(tx, organization_id);
      });
      return shown(organization_id);
    },
  );

  serveOrganization(contract.turnDirectorySyncOff, async ({ organization_id, user_id, asCaller }) => {
    await changing({ organization_id, user_id, asCaller }, (tx) =>
      directories.deleteDirectory(tx, organization_id),
    );
    log.info("directory.off", { organization_id, user_id });
    return shown(organization_id);
  });

  serveOrganization(
    contract.setDirectoryGroupRole,
    async ({ organization_id, user_id, asCaller, id, body }) => {
      const uuid = internalId("directory_group", id);
      await changing({ organization_id, user_id, asCaller }, async (tx) => {
        if (!uuid || !(await setGroupRole(tx, { organization_id, id: uuid }, body.role))) throw notFound(id);
        await followAll(tx, organization_id);
      });
      return shown(organization_id);
    },
  );

  serveOrganization(contract.addDirectoryToken, async ({ organization_id, user_id, asCaller }) => {
    const { token } = await changing({ organization_id, user_id, asCaller }, async (tx) => {
      const present = await tokens.readDirectoryTokens(tx, organization_id);
      if (present.length >= DIRECTORY_TOKENS_MAX) throw invalid(texts.DIRECTORY_TOKENS_FULL);
      return tokens.issueDirectoryToken(tx, organization_id);
    });
    return { ...(await shown(organization_id)), token };
  });

  serveOrganization(contract.revokeDirectoryToken, async ({ organization_id, user_id, asCaller, id }) => {
    const uuid = internalId("directory_token", id);
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      if (!uuid || !(await tokens.revokeDirectoryToken(tx, { organization_id, id: uuid })))
        throw notFound(id);
    });
    return shown(organization_id);
  });
}

/** What groups mean has changed, which may concern everybody. */
async function followAll(tx: Queryable, organization_id: string): Promise<void> {
  if (await followDirectory(tx, organization_id, null)) throw new ApiError("USERS_OVER_PLAN");
}

function tokenView({ id, ending, last_used_at }: tokens.DirectoryTokenRow): contract.DirectoryToken {
  return { id: publicId("directory_token", id), ending, created_at: createdAt(id), last_used_at };
}

function groupView({ id, display_name: name, role, members }: DirectoryGroupRow): contract.DirectoryGroup {
  return { id: publicId("directory_group", id), name, role, members };
}
