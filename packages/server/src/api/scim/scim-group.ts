/**
 * How does a group of the directory look as a SCIM Group, and how does a PUT or a PATCH change one? RFC 7643, section 4.2.
 *
 * Pure. A PATCH is applied to the members as they are; the caller stores the difference.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import type {
  DirectoryGroup,
  DirectoryGroupRow,
  GroupMember,
  GroupsFilter,
} from "../../store/directory-groups.ts";
import { invalidValue, ScimError } from "./scim-error.ts";
import type { Comparison, Path } from "./scim-path.ts";
import { attributesOf, bodyOf, isObject, type Operation, requiredText, textOf } from "./scim-resource.ts";

export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
const NO_ID = "00000000-0000-0000-0000-000000000000";

export interface GroupState extends DirectoryGroup {
  /** Ids of people, as the directory knows them. */
  members: ReadonlySet<string>;
}

export function groupView(
  row: DirectoryGroupRow,
  members: readonly GroupMember[],
  baseUrl: string,
): Record<string, unknown> {
  const id = publicId("directory_group", row.id);
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.display_name,
    members: members.map(({ person_id, user_name }) => {
      const value = publicId("directory_person", person_id);
      return { value, display: user_name, type: "User", $ref: `${baseUrl}/Users/${value}` };
    }),
    meta: {
      resourceType: "Group",
      created: createdAt(row.id),
      lastModified: row.updated_at,
      location: `${baseUrl}/Groups/${id}`,
    },
  };
}

/** Of a POST or a PUT. */
export function groupIn(body: unknown): GroupState {
  const sent = bodyOf(body);
  return {
    display_name: requiredText("displayName", sent.get("displayname")),
    external_id: textOf("externalId", sent.get("externalid")) ?? null,
    members: new Set(idsIn(sent.get("members"))),
  };
}

/** Of `[{ value: "dpn_…" }]`, which is how members are named. */
function idsIn(members: unknown): string[] {
  if (members === undefined || members === null) return [];
  return (Array.isArray(members) ? members : [members]).map((one) => {
    const value = isObject(one) ? attributesOf(one).get("value") : one;
    if (typeof value !== "string") throw invalidValue("members must be a list of objects with a value");
    return value;
  });
}

/** Of `members[value eq "dpn_…"]`. */
function idsNamed({ where }: Path): string[] {
  return where.map(({ attribute, value }) => {
    if (attribute !== "value" || typeof value !== "string")
      throw new ScimError(400, "Members can be chosen by their value only", "invalidPath");
    return value;
  });
}

function patchMembers(members: Set<string>, { op, path, value }: Operation): void {
  const isOfAll = path.where.length === 0;
  if (isOfAll && op !== "remove" && value === undefined)
    throw invalidValue("An operation for members has no value");
  const named = isOfAll ? idsIn(value) : idsNamed(path);
  // To remove without any id means all of them.
  if (isOfAll && (op === "replace" || (op === "remove" && (value === undefined || value === null))))
    members.clear();
  for (const id of named) {
    if (op === "remove") members.delete(id);
    else members.add(id);
  }
}

export function patchedGroup(group: GroupState, operations: readonly Operation[]): GroupState {
  // One copy for all operations: a large group may get a thousand.
  const members = new Set(group.members);
  let { display_name, external_id } = group;
  for (const operation of operations) {
    const { op, path } = operation;
    const value = op === "remove" ? null : operation.value;
    // Anything else, such as the id that Okta sends along, changes nothing.
    if (path.attribute === "members") patchMembers(members, operation);
    else if (path.attribute === "displayname") display_name = requiredText("displayName", value);
    else if (path.attribute === "externalid") external_id = textOf("externalId", value) ?? null;
  }
  return { display_name, external_id, members };
}

export function groupsFilter(comparisons: readonly Comparison[]): GroupsFilter {
  const filter: GroupsFilter = {};
  for (const { attribute, value } of comparisons) {
    const text = typeof value === "string" ? value : "";
    if (attribute === "displayname") filter.display_name = text;
    else if (attribute === "externalid") filter.external_id = text;
    else if (attribute === "id") filter.id = internalId("directory_group", text) ?? NO_ID;
    else if (attribute === "members" || attribute === "members.value")
      filter.person_id = internalId("directory_person", text) ?? NO_ID;
    else
      throw new ScimError(
        400,
        `The filter can name displayName, externalId, id and members, not ${attribute}`,
        "invalidFilter",
      );
    if (text.includes("\u0000")) throw new ScimError(400, "The filter has a null character", "invalidFilter");
  }
  return filter;
}
