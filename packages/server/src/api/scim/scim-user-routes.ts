/**
 * What do the calls about people answer?
 *
 * A change that makes somebody active, or gives them another address, is refused unless the organization has proven the domain
 * of the address. Deactivating and deleting always work.
 */
import { internalId } from "@posthorn/contract/ids";
import { DIRECTORY_PEOPLE_MAX } from "@posthorn/contract/limits";
import {
  bindPresentAccount,
  forgetPerson,
  isProvenFor,
  moveAccount,
} from "../../access/directory-members.ts";
import type { Database, Queryable } from "../../store/database.ts";
import {
  countDirectoryPeople,
  type DirectoryPerson,
  type DirectoryPersonRow,
  findDirectoryPerson,
  insertDirectoryPerson,
  readDirectoryPeople,
  saveDirectoryPerson,
} from "../../store/directory-people.ts";
import { follow, orUniqueness } from "./scim-changes.ts";
import { noSuch, ScimError } from "./scim-error.ts";
import { listReply, pageOf, projectionOf } from "./scim-list.ts";
import { comparisonsOf } from "./scim-path.ts";
import { operationsOf } from "./scim-resource.ts";
import type { ScimCall, ServeScim } from "./scim-server.ts";
import {
  addressOf,
  newUser,
  notProven,
  patchedUser,
  peopleFilter,
  replacedUser,
  userView,
} from "./scim-user.ts";

const NAME_TAKEN = "There is a user with this userName or this address already";
const ADDRESS_TAKEN = "Another account has this address already. Remove it first, or choose another address";
const DIRECTORY_FULL = `A directory has at most ${DIRECTORY_PEOPLE_MAX} users`;

export function serveUsers(serve: ServeScim, { db, baseUrl }: { db: Database; baseUrl: string }): void {
  const shown = (call: ScimCall, row: DirectoryPersonRow) => projectionOf(call.query)(userView(row, baseUrl));

  serve("GET", "/Users", async (call) => {
    const { organization_id, query } = call;
    const page = pageOf(query);
    const filter = peopleFilter(filterIn(query));
    const total = await countDirectoryPeople(db, organization_id, filter);
    const rows = await readDirectoryPeople(db, organization_id, filter, {
      skipped: page.startIndex - 1,
      most: page.count,
    });
    return {
      status: 200,
      body: listReply(
        page,
        total,
        rows.map((row) => shown(call, row)),
      ),
    };
  });

  serve("GET", "/Users/:id", async (call) => ({ status: 200, body: shown(call, await personOf(db, call)) }));

  serve("POST", "/Users", async (call) => {
    const { organization_id } = call;
    const person = newUser(call.body);
    const email = addressOf(person);
    const row = await call.change(async (tx) => {
      if (!(await isProvenFor(tx, organization_id, email))) throw notProven(email);
      if ((await countDirectoryPeople(tx, organization_id)) >= DIRECTORY_PEOPLE_MAX)
        throw new ScimError(403, DIRECTORY_FULL);
      const id = await orUniqueness(() => insertDirectoryPerson(tx, organization_id, person), NAME_TAKEN);
      await bindPresentAccount(tx, organization_id, { id, email });
      return followed(tx, organization_id, id);
    });
    const body = shown(call, row);
    return { status: 201, body, location: `${baseUrl}/Users/${String(body["id"])}` };
  });

  serve("PUT", "/Users/:id", async (call) => ({
    status: 200,
    body: shown(call, await changed(call, (present) => replacedUser(present, call.body))),
  }));

  serve("PATCH", "/Users/:id", async (call) => {
    const operations = operationsOf(call.body);
    return {
      status: 200,
      body: shown(call, await changed(call, (present) => patchedUser(present, operations))),
    };
  });

  serve("DELETE", "/Users/:id", async (call) => {
    await call.change(async (tx) => forgetPerson(tx, call.organization_id, await personOf(tx, call)));
    return { status: 204 };
  });
}

/** Without a filter, all of them. */
export function filterIn(query: URLSearchParams): ReturnType<typeof comparisonsOf> {
  const filter = query.get("filter") ?? "";
  return filter.trim() === "" ? [] : comparisonsOf(filter);
}

async function personOf(db: Queryable, { organization_id, id }: ScimCall): Promise<DirectoryPersonRow> {
  const uuid = internalId("directory_person", id);
  const person = uuid && (await findDirectoryPerson(db, { organization_id, id: uuid }));
  if (!person) throw noSuch("User", id);
  return person;
}

async function followed(tx: Queryable, organization_id: string, id: string): Promise<DirectoryPersonRow> {
  await follow(tx, organization_id, [id]);
  const row = await findDirectoryPerson(tx, { organization_id, id });
  if (!row) throw new Error("A person of a directory was not stored");
  return row;
}

function changed(
  call: ScimCall,
  changeOf: (present: DirectoryPerson) => DirectoryPerson,
): Promise<DirectoryPersonRow> {
  const { organization_id } = call;
  return call.change(async (tx) => {
    const before = await personOf(tx, call);
    const person = changeOf(before);
    const email = addressOf(person);
    const hasMoved = email !== before.email;
    const isComing = person.is_active && !before.is_active;
    if ((hasMoved || isComing) && !(await isProvenFor(tx, organization_id, email))) throw notProven(email);
    await orUniqueness(() => saveDirectoryPerson(tx, { organization_id, id: before.id }, person), NAME_TAKEN);
    if (hasMoved && (await moveAccount(tx, organization_id, before, email)) === "taken")
      throw new ScimError(409, ADDRESS_TAKEN, "uniqueness");
    return followed(tx, organization_id, before.id);
  });
}
