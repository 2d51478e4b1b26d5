/**
 * What do pickers offer, and how is it read? The first page by name is shown at once; others are read by their ids.
 *
 * All include disabled things, which have events too and may be enabled later. `search-by-words.ts` finds those that are
 * not on the first page.
 */
import { listConnections, type Connection } from "@posthorn/contract/connections";
import { listDestinations, type Destination } from "@posthorn/contract/destinations";
import { listSources, type Source } from "@posthorn/contract/sources";
import { listTransformations, type Transformation } from "@posthorn/contract/transformations";
import { call } from "../api/call.ts";
import { namedConnectionsQuery } from "../connections/connection-queries.ts";
import { routeWithName } from "../connections/route-words.ts";
import { destinationsQuery } from "../destinations/destination-queries.ts";
import type { ListQuery } from "../live-lists/use-live-rows.ts";
import { sourcesQuery } from "../sources/source-queries.ts";
import { namedTransformationsQuery } from "../transformations/transformation-queries.ts";

/** What a picker offers, by kind. */
export interface PickModels {
  connection: Connection;
  source: Source;
  destination: Destination;
  transformation: Transformation;
}
export type PickKind = keyof PickModels;

export interface PickPage<Model> {
  models: readonly Model[];
  /** With `next`, there are more. */
  pagination: { next?: string | undefined };
}

interface ById {
  id: string[];
  limit: number;
}

type OfKinds = {
  [Kind in PickKind]: {
    first: ListQuery<PickPage<PickModels[Kind]>>;
    byId: (query: ById, signal: AbortSignal) => Promise<PickPage<PickModels[Kind]>>;
    labelOf: (model: PickModels[Kind]) => string;
  };
};

const nameOf = ({ name }: { name: string }) => name;

export const PICK_KINDS: OfKinds = {
  connection: {
    first: namedConnectionsQuery,
    byId: (query, signal) => call(listConnections, { query: { ...query, disabled: true }, signal }),
    labelOf: routeWithName,
  },
  source: {
    first: sourcesQuery(),
    byId: (query, signal) => call(listSources, { query: { ...query, disabled: true }, signal }),
    labelOf: nameOf,
  },
  destination: {
    first: destinationsQuery(),
    byId: (query, signal) => call(listDestinations, { query: { ...query, disabled: true }, signal }),
    labelOf: nameOf,
  },
  transformation: {
    first: namedTransformationsQuery,
    byId: (query, signal) => call(listTransformations, { query, signal }),
    labelOf: nameOf,
  },
};
