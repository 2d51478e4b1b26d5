/**
 * How does a person of the directory look as a SCIM User, and how does a PUT or a PATCH change one? RFC 7643, section 4.1.
 *
 * Pure. We keep one address: the primary one, or else that of type "work", or else the first. Without any, the user name is
 * the address.
 */
import { domainOfAddress } from "@posthorn/contract/hostnames";
import { internalId, publicId } from "@posthorn/contract/ids";
import { emailMistake } from "../../access/auth-input.ts";
import { createdAt } from "../../ids.ts";
import type { DirectoryPerson, DirectoryPersonRow, PeopleFilter } from "../../store/directory-people.ts";
import { invalidValue, ScimError } from "./scim-error.ts";
import type { Comparison, Path } from "./scim-path.ts";
import {
  attributesOf,
  bodyOf,
  flagOf,
  isObject,
  type Operation,
  requiredText,
  textOf,
} from "./scim-resource.ts";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
const NO_ID = "00000000-0000-0000-0000-000000000000";

export function userView(row: DirectoryPersonRow, baseUrl: string): Record<string, unknown> {
  const id = publicId("directory_person", row.id);
  const { given_name: givenName, family_name: familyName } = row;
  const formatted = [givenName, familyName].filter((part) => part !== null).join(" ");
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    ...(formatted !== "" && {
      name: {
        formatted,
        ...(familyName !== null && { familyName }),
        ...(givenName !== null && { givenName }),
      },
    }),
    ...(row.display_name !== null && { displayName: row.display_name }),
    emails: [{ value: row.email, type: "work", primary: true }],
    active: row.is_active,
    meta: {
      resourceType: "User",
      created: createdAt(row.id),
      lastModified: row.updated_at,
      location: `${baseUrl}/Users/${id}`,
    },
  };
}

/** Of a POST. */
export function newUser(body: unknown): DirectoryPerson {
  return userIn(body, true);
}

/** Of a PUT. Whether somebody is active stays as it is if the directory does not say. */
export function replacedUser({ is_active }: DirectoryPerson, body: unknown): DirectoryPerson {
  return userIn(body, is_active);
}

function userIn(body: unknown, isActive: boolean): DirectoryPerson {
  const sent = bodyOf(body);
  const active = sent.get("active");
  const name = sent.get("name");
  const parts = isObject(name) ? attributesOf(name) : new Map<string, unknown>();
  return {
    user_name: requiredText("userName", sent.get("username")),
    external_id: textOf("externalId", sent.get("externalid")) ?? null,
    mail: addressIn(sent.get("emails")),
    given_name: textOf("name.givenName", parts.get("givenname")) ?? null,
    family_name: textOf("name.familyName", parts.get("familyname")) ?? null,
    display_name:
      textOf("displayName", sent.get("displayname")) ??
      textOf("name.formatted", parts.get("formatted")) ??
      null,
    is_active: active === undefined || active === null ? isActive : flagOf("active", active),
  };
}

/** In any case; true may be a text. */
function isSaid(word: string, value: unknown): boolean {
  return (typeof value === "string" || value === true) && String(value).toLowerCase() === word;
}

function addressIn(emails: unknown): string | null {
  if (emails === undefined || emails === null) return null;
  if (typeof emails === "string") return textOf("emails", emails) ?? null;
  const list = (Array.isArray(emails) ? emails : [emails]).map((one) => {
    if (!isObject(one)) throw invalidValue("emails must be a list of objects with a value");
    return attributesOf(one);
  });
  const chosen =
    list.find((one) => isSaid("true", one.get("primary"))) ??
    list.find((one) => isSaid("work", one.get("type"))) ??
    list[0];
  return textOf("emails.value", chosen?.get("value")) ?? null;
}

type Writer = (person: DirectoryPerson, value: unknown) => DirectoryPerson;

/** By path. Null as the value takes the attribute away. */
const WRITERS: Readonly<Record<string, Writer>> = {
  username: (person, value) => ({ ...person, user_name: requiredText("userName", value) }),
  externalid: (person, value) => ({ ...person, external_id: textOf("externalId", value) ?? null }),
  displayname: (person, value) => ({ ...person, display_name: textOf("displayName", value) ?? null }),
  active: (person, value) => ({ ...person, is_active: flagOf("active", value) }),
  "name.givenname": (person, value) => ({ ...person, given_name: textOf("name.givenName", value) ?? null }),
  "name.familyname": (person, value) => ({
    ...person,
    family_name: textOf("name.familyName", value) ?? null,
  }),
  name: (person, value) => {
    if (value === null) return { ...person, given_name: null, family_name: null };
    if (!isObject(value)) throw invalidValue("name must be an object");
    let named = person;
    for (const [part, inner] of Object.entries(value))
      named = written(named, `name.${part.toLowerCase()}`, inner);
    return named;
  },
  emails: (person, value) => ({ ...person, mail: addressIn(value) }),
  "emails.value": (person, value) => ({ ...person, mail: textOf("emails.value", value) ?? null }),
};

function written(person: DirectoryPerson, name: string, value: unknown): DirectoryPerson {
  const writer = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined;
  return writer ? writer(person, value) : person;
}

/** Whether these are the addresses of which we keep one. */
function isKeptAddress({ where }: Path): boolean {
  return where.every(
    ({ attribute, value }) =>
      (attribute === "type" && isSaid("work", value)) ||
      (attribute === "primary" && isSaid("true", value)) ||
      attribute === "value",
  );
}

function changedBy(person: DirectoryPerson, { op, path, value }: Operation): DirectoryPerson {
  if (path.attribute === "emails" && !isKeptAddress(path)) return person;
  const name = path.part === null ? path.attribute : `${path.attribute}.${path.part}`;
  if (op === "remove") {
    if (name === "active" || name === "username")
      throw new ScimError(400, `${name === "active" ? name : "userName"} cannot be removed`, "mutability");
    return written(person, name, null);
  }
  if (value === undefined) throw invalidValue(`An operation for ${name} has no value`);
  return written(person, name, value);
}

export function patchedUser(person: DirectoryPerson, operations: readonly Operation[]): DirectoryPerson {
  let patched = person;
  for (const operation of operations) patched = changedBy(patched, operation);
  return patched;
}

/** The address, if it can be one of an account. */
export function addressOf({ mail, user_name }: DirectoryPerson): string {
  const email = (mail ?? user_name).toLowerCase();
  if (emailMistake(email) === null) return email;
  throw invalidValue(
    mail === null
      ? "There is no address: send one in emails, or as userName"
      : "The value in emails must be a valid address",
  );
}

export function notProven(email: string): ScimError {
  return invalidValue(
    `${email} cannot be added: the organization has not proven the mail domain ${domainOfAddress(email)}. Add it in Posthorn, on the page Single sign-on`,
  );
}

export function peopleFilter(comparisons: readonly Comparison[]): PeopleFilter {
  const filter: PeopleFilter = {};
  for (const { attribute, value } of comparisons) {
    if (attribute === "emails.type" || attribute === "emails.primary") continue;
    const text = typeof value === "string" ? value : "";
    if (attribute === "username") filter.user_name = text;
    else if (attribute === "externalid") filter.external_id = text;
    else if (attribute === "emails" || attribute === "emails.value") filter.email = text;
    else if (attribute === "id") filter.id = internalId("directory_person", text) ?? NO_ID;
    else
      throw new ScimError(
        400,
        `The filter can name userName, externalId, emails.value and id, not ${attribute}`,
        "invalidFilter",
      );
    if (text.includes("\u0000")) throw new ScimError(400, "The filter has a null character", "invalidFilter");
  }
  return filter;
}
