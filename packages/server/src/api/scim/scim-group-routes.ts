/**
 * What do the calls about groups answer?
 *
 * A group that has a role decides about its people, so each change of one ends with them. A PATCH answers without a body:
 * groups are large, and Entra ID asks for that.
 */
import { internalId } from "@posthorn/contract/ids";
import { DIRECTORY_GROUPS_MAX, SCIM_PAGE_MEMBERS_MAX } from "@posthorn/contract/limits";
import { publicId } from "@posthorn/contract/ids";
import type { Database, Queryable } from "../../store/database.ts";
import {
  addToGroup,
  countDirectoryGroups,
  deleteDirectoryGroup,
  type DirectoryGroupRow,
  findDirectoryGroup,
  insertDirectoryGroup,
  readDirectoryGroups,
  readGroupMembers,
  removeFromGroup,
  saveDirectoryGroup,
} from "../../store/directory-groups.ts";
import { follow, orUniqueness } from "./scim-changes.ts";
import { invalidValue, noSuch, ScimError } from "./scim-error.ts";
import { groupIn, groupsFilter, type GroupState, groupView, patchedGroup } from "./scim-group.ts";
import { isWithoutMembers, listReply, pageOf, projectionOf } from "./scim-list.ts";
import { operationsOf } from "./scim-resource.ts";
import type { ScimCall, ServeScim } from "./scim-server.ts";
import { filterIn } from "./scim-user-routes.ts";

const NAME_TAKEN = "There is a group with this displayName already";
const DIRECTORY_FULL = `A directory has at most ${DIRECTORY_GROUPS_MAX} groups`;

export function serveGroups(serve: ServeScim, { db, baseUrl }: { db: Database; baseUrl: string }): void {
  async function shown(call: ScimCall, rows: readonly DirectoryGroupRow[]) {
    const projected = projectionOf(call.query);
    const members = isWithoutMembers(call.query)
      ? []
      : await readGroupMembers(
          db,
          rows.map(({ id }) => id),
        );
    return rows.map((row) => {
      const own = members.filter(({ group_id }) => group_id === row.id);
      return projected(groupView(row, own, baseUrl));
    });
  }

  serve("GET", "/Groups", async (call) => {
    const { organization_id, query } = call;
    const page = pageOf(query);
    const filter = groupsFilter(filterIn(query));
    const total = await countDirectoryGroups(db, organization_id, filter);
    const rows = await readDirectoryGroups(db, organization_id, filter, {
      skipped: page.startIndex - 1,
      most: page.count,
    });
    const kept = isWithoutMembers(query) ? rows : rows.slice(0, groupsThatFit(rows));
    return { status: 200, body: listReply(page, total, await shown(call, kept)) };
  });

  serve("GET", "/Groups/:id", async (call) => {
    const [body] = await shown(call, [await groupOf(db, call)]);
    return { status: 200, body };
  });

  serve("POST", "/Groups", async (call) => {
    const { organization_id } = call;
    const wanted = groupIn(call.body);
    const row = await call.change(async (tx) => {
      if ((await countDirectoryGroups(tx, organization_id)) >= DIRECTORY_GROUPS_MAX)
        throw new ScimError(403, DIRECTORY_FULL);
      const id = await orUniqueness(() => insertDirectoryGroup(tx, organization_id, wanted), NAME_TAKEN);
      await addPeople(tx, { organization_id, id }, [...wanted.members]);
      return stored(tx, { organization_id, id });
    });
    const [body = {}] = await shown(call, [row]);
    return { status: 201, body, location: `${baseUrl}/Groups/${publicId("directory_group", row.id)}` };
  });

  serve("PUT", "/Groups/:id", async (call) => {
    const [body] = await shown(call, [await changed(call, () => groupIn(call.body))]);
    return { status: 200, body };
  });

  serve("PATCH", "/Groups/:id", async (call) => {
    const operations = operationsOf(call.body);
    await changed(call, (present) => patchedGroup(present, operations));
    return { status: 204 };
  });

  serve("DELETE", "/Groups/:id", async (call) => {
    const { organization_id } = call;
    await call.change(async (tx) => {
      const { id } = await groupOf(tx, call);
      const people = (await readGroupMembers(tx, [id])).map(({ person_id }) => person_id);
      await deleteDirectoryGroup(tx, { organization_id, id });
      await follow(tx, organization_id, people);
    });
    return { status: 204 };
  });
}

/** As many groups as may show their members on one page, and at least one. */
function groupsThatFit(rows: readonly DirectoryGroupRow[]): number {
  let members = 0;
  const tooMany = rows.findIndex((row) => (members += row.members) > SCIM_PAGE_MEMBERS_MAX);
  return tooMany === -1 ? rows.length : Math.max(1, tooMany);
}

interface GroupKey {
  organization_id: string;
  id: string;
}

async function groupOf(db: Queryable, { organization_id, id }: GroupKey): Promise<DirectoryGroupRow> {
  const uuid = internalId("directory_group", id);
  const group = uuid && (await findDirectoryGroup(db, { organization_id, id: uuid }));
  if (!group) throw noSuch("Group", id);
  return group;
}

async function stored(tx: Queryable, key: GroupKey): Promise<DirectoryGroupRow> {
  const row = await findDirectoryGroup(tx, key);
  if (!row) throw new Error("A group of a directory was not stored");
  return row;
}

/** All of them must be people of this directory. */
async function addPeople(tx: Queryable, key: GroupKey, ids: readonly string[]): Promise<void> {
  const people = ids.map((id) => internalId("directory_person", id) ?? "");
  const known = people.includes("") ? [] : await addToGroup(tx, key, people);
  if (known.length < people.length) {
    const missing = ids.find((_id, at) => !known.includes(people[at] ?? "")) ?? "";
    throw invalidValue(`members names ${missing}, which is no user here. Groups in groups are not supported`);
  }
  await follow(tx, key.organization_id, known);
}

async function changed(
  call: ScimCall,
  changeOf: (present: GroupState) => GroupState,
): Promise<DirectoryGroupRow> {
  const { organization_id } = call;
  return call.change(async (tx) => {
    const before = await groupOf(tx, call);
    const key = { organization_id, id: before.id };
    const present = new Map(
      (await readGroupMembers(tx, [before.id])).map(({ person_id }) => [
        publicId("directory_person", person_id),
        person_id,
      ]),
    );
    const wanted = changeOf({ ...before, members: new Set(present.keys()) });
    await orUniqueness(() => saveDirectoryGroup(tx, key, wanted), NAME_TAKEN);
    const gone = [...present].filter(([id]) => !wanted.members.has(id)).map(([, person_id]) => person_id);
    await removeFromGroup(tx, key, gone);
    // Who leaves makes room for who comes.
    await follow(tx, organization_id, gone);
    await addPeople(
      tx,
      key,
      [...wanted.members].filter((id) => !present.has(id)),
    );
    return stored(tx, key);
  });
}
