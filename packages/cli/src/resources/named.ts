/**
 * Which thing does a person mean who types a name?
 *
 * Sources, destinations, connections and transformations have names. An id is taken as it is, so scripts lose nothing;
 * another word is looked up among the names, also of what is disabled. A name that two things have is refused with their
 * ids.
 */
import { listConnections } from "@posthorn/contract/connections";
import { listDestinations } from "@posthorn/contract/destinations";
import { internalId } from "@posthorn/contract/ids";
import { listSources } from "@posthorn/contract/sources";
import { listTransformations } from "@posthorn/contract/transformations";
import type { Client } from "../api/client.ts";
import { Failure } from "../failure.ts";
import { printable } from "../output/printable.ts";

const NAMED_KINDS = ["source", "destination", "connection", "transformation"] as const;
type NamedKind = (typeof NAMED_KINDS)[number];

/** The kind of the `{id}` in this path; null if it can only be an id. */
export function namedKindOf(path: string): NamedKind | null {
  return NAMED_KINDS.find((kind) => path === `/${kind}s/{id}` || path.startsWith(`/${kind}s/{id}/`)) ?? null;
}

interface Found {
  id: string;
  /** As the list of several shows it. */
  shown: string;
}

const FINDERS: Record<NamedKind, (client: Client, name: string) => Promise<Found[]>> = {
  source: async (client, name) => shown(await client.call(listSources, { query: { name, disabled: true } })),
  destination: async (client, name) =>
    shown(await client.call(listDestinations, { query: { name, disabled: true } })),
  transformation: async (client, name) => shown(await client.call(listTransformations, { query: { name } })),
  /** Two sources may each have a connection of one name: `shop -> erp` names one of them. */
  async connection(client, name) {
    const whole = name.includes(" -> ");
    const query = whole ? { full_name: name, disabled: true } : { name, disabled: true };
    const { models } = await client.call(listConnections, { query });
    const meant = whole ? models.filter(({ full_name }) => full_name === name) : models;
    return meant.map(({ id, full_name }) => ({ id, shown: full_name }));
  },
};

function shown({ models }: { models: readonly { id: string; name: string }[] }): Found[] {
  return models.map(({ id, name }) => ({ id, shown: name }));
}

/** The id of what has this id or name. */
export async function idOfNamed(client: Client, kind: NamedKind, typed: string): Promise<string> {
  if (internalId(kind, typed) !== null) return typed;
  const [found, ...others] = await FINDERS[kind](client, typed);
  if (!found)
    throw new Failure(`There is no ${kind} "${printable(typed)}" in this project.`, {
      todo: `See all of them: posthorn ${kind} list. In which project you are: posthorn whoami.`,
      exit: "notFound",
    });
  if (others.length > 0)
    throw new Failure(`Several ${kind}s have the name "${printable(typed)}".`, {
      why: [found, ...others].map((one) => `  ${printable(one.shown)} (${one.id})`).join("\n"),
      todo: "Write the id of the one that you mean.",
      exit: "misused",
    });
  return found.id;
}
