/** The tools that find things: whoami, list, get, search_events and search_requests. */
import { EVENT_STATUSES, DELIVERY_ERROR_CODES, REJECTION_CAUSES } from "@posthorn/contract/causes";
import { validateKey } from "@posthorn/contract/cli-auth";
import { listEvents } from "@posthorn/contract/events";
import { SEARCH_TERM_MIN_CHARACTERS } from "@posthorn/contract/limits";
import { listRequests } from "@posthorn/contract/requests";
import * as z from "zod/mini";
import { misuse } from "../failure.ts";
import { checkedFilters, KIND_NAMES, KINDS, kindOf, type Kind } from "./kinds.ts";
import { PAGE_MAX_ROWS, PAGE_ROWS, pageAnswer } from "./pages.ts";
import { defineTool, described, type Tool } from "./tool.ts";

const Limit = described(
  z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_ROWS)), PAGE_ROWS),
  "How many rows at most",
);
const Cursor = described(z.optional(z.string()), "From the answer before, for the next page");
const Of = described(
  z.optional(z.string()),
  "Only for ignored_event (the id of the request) and execution (the id of the transformation)",
);

/** The id of the thing to which a list belongs. */
function parentOf(kind: Kind, of: string | undefined): Record<string, string> {
  const parent = kindOf(kind).of;
  if (parent !== null && of === undefined)
    throw misuse(`The kind ${kind} belongs to a ${parent}.`, `Give the id of the ${parent} as of.`);
  if (parent === null && of !== undefined)
    throw misuse(`The kind ${kind} belongs to nothing else.`, "Leave of out, or use a filter.");
  return parent === null || of === undefined ? {} : { id: of };
}

const whoami = defineTool({
  name: "whoami",
  title: "Which project",
  description:
    "Which project, organization and person the key of this server belongs to. All other tools act in this project.",
  input: z.strictObject({}),
  async run(_, { client }) {
    const { user_email, organization_name, team_id, team_name_no_org } = await client.call(validateKey);
    return {
      says: [`All tools act in the project ${team_id}.`],
      data: {
        organization: organization_name,
        project: team_name_no_org,
        project_id: team_id,
        person: user_email,
      },
    };
  },
});

const list = defineTool({
  name: "list",
  title: "List things of a kind",
  description:
    "Lists sources, destinations, connections (a connection routes a source to a destination), transformations, issues, requests, events, attempts, and what one request or transformation has (ignored_event, execution). The newest come first. Use search_events and search_requests to look into bodies and headers, and get for all fields of one thing.",
  input: z.strictObject({
    kind: z.enum(KIND_NAMES),
    of: Of,
    filters: described(
      z.optional(z.record(z.string(), z.unknown())),
      'By the names of the API: {"status":["FAILED"],"webhook_id":"web_…","created_at":{"gte":"2026-11-01T00:00:00Z"}}. A wrong name is answered with the right ones',
    ),
    order_by: described(z.optional(z.string()), "created_at if left out"),
    dir: z.optional(z.enum(["asc", "desc"])),
    limit: Limit,
    cursor: Cursor,
  }),
  async run({ kind, of, filters = {}, order_by, dir, limit, cursor }, { client }) {
    const { list: endpoint, columns } = kindOf(kind);
    const reply = await client.raw(endpoint, {
      params: parentOf(kind, of),
      query: { ...checkedFilters(endpoint, kind, filters), order_by, dir, limit, next: cursor },
    });
    return pageAnswer(reply, columns, `${kind}s`);
  },
});

const get = defineTool({
  name: "get",
  title: "Get one thing",
  description:
    "All fields of one thing by its id. Of a request or an event it shows headers, path and query of what was sent; get_body has the body. Credentials are hidden.",
  input: z.strictObject({
    kind: z.enum(KIND_NAMES),
    id: z.string().check(z.minLength(1)),
    of: Of,
  }),
  async run({ kind, id, of }, { client }) {
    const { get: endpoint } = kindOf(kind);
    if (endpoint === null)
      throw misuse(`The list of ${kind}s shows all of them.`, `Use list with kind ${kind}.`);
    const parent = parentOf(kind, of);
    const reply = await client.raw(endpoint, {
      params: parent["id"] === undefined ? { id } : { ...parent, execution_id: id },
    });
    return withoutBody(kind, reply);
  },
});

/** A body has a tool of its own, which says what it cuts. */
function withoutBody(kind: Kind, reply: unknown) {
  const Data = z.looseObject({ data: z.looseObject({ body: z.unknown() }) });
  const Own = z.looseObject({ body: z.unknown() });
  if (kind === "request" || kind === "event") {
    const read = z.safeParse(Data, reply);
    if (!read.success) return { says: [`The ${kind}. Its data is no longer stored.`], data: reply };
    const { body: _, ...data } = read.data.data;
    return {
      says: [`The ${kind}. Its body is left out here: use get_body.`],
      data: { ...read.data, data },
    };
  }
  if (kind === "attempt") {
    const read = z.safeParse(Own, reply);
    if (read.success) {
      const { body: _, ...attempt } = read.data;
      return {
        says: ["The attempt. What the destination answered is left out here: use get_body."],
        data: attempt,
      };
    }
  }
  return { says: [`The ${kind}.`], data: reply };
}

/** A value or several of them. */
const Ids = z.optional(z.union([z.string(), z.array(z.string())]));
const Values = z.optional(z.record(z.string(), z.unknown()));

const PAYLOAD = {
  text: described(
    z.optional(z.string().check(z.minLength(SEARCH_TERM_MIN_CHARACTERS))),
    "A piece of text that occurs in the body, a header, the path or the query; small and capital letters count as the same",
  ),
  body: described(Values, 'Values that the JSON body contains: {"order":{"id":7}}'),
  headers: described(Values, 'Values of headers, names in lower case: {"x-topic":"order.paid"}'),
  query: described(Values, 'Values of query parameters: {"page":"2"}'),
  path: described(z.optional(z.string()), "A piece of the path"),
  source_id: Ids,
  created_after: described(z.optional(z.string()), "A date in ISO 8601, included"),
  created_before: described(z.optional(z.string()), "A date in ISO 8601, not included"),
  limit: Limit,
  cursor: Cursor,
};

interface PayloadSearch {
  text?: string | undefined;
  body?: object | undefined;
  headers?: object | undefined;
  query?: object | undefined;
  path?: string | undefined;
  source_id?: string | string[] | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The API takes the values of a payload as JSON. */
const json = (value: object | undefined) => value && JSON.stringify(value);

function payloadQuery({
  text,
  body,
  headers,
  query,
  path,
  source_id,
  created_after,
  created_before,
  limit,
  cursor,
}: PayloadSearch) {
  const created_at = {
    ...(created_after !== undefined && { gte: created_after }),
    ...(created_before !== undefined && { lt: created_before }),
  };
  return {
    search_term: text,
    body: json(body),
    headers: json(headers),
    parsed_query: json(query),
    path,
    source_id,
    ...(Object.keys(created_at).length > 0 && { created_at }),
    limit,
    next: cursor,
  };
}

const searchEvents = defineTool({
  name: "search_events",
  title: "Search events",
  description:
    "Finds events (one request on its way to one destination) by what was sent and by how the delivery went. All conditions must hold. The newest come first. A search that takes long answers with what it has and a cursor.",
  input: z.strictObject({
    ...PAYLOAD,
    connection_id: Ids,
    destination_id: Ids,
    status: z.optional(z.array(z.enum(EVENT_STATUSES))),
    error_code: z.optional(z.array(z.enum(DELIVERY_ERROR_CODES))),
    response_status: described(
      z.optional(z.array(z.int())),
      "What the destination answered last: [500, 503]",
    ),
    issue_id: Ids,
  }),
  async run(
    { connection_id, destination_id, status, error_code, response_status, issue_id, ...search },
    { client },
  ) {
    const reply = await client.raw(listEvents, {
      query: {
        ...payloadQuery(search),
        webhook_id: connection_id,
        destination_id,
        status,
        error_code,
        response_status,
        issue_id,
      },
    });
    return pageAnswer(reply, KINDS.event.columns, "events");
  },
});

const searchRequests = defineTool({
  name: "search_requests",
  title: "Search requests",
  description:
    "Finds requests (what came in at a source) by what was sent and by what became of them. Use it when no event was made: a request may be rejected, or ignored by a connection (explain_failure says why). All conditions must hold. The newest come first.",
  input: z.strictObject({
    ...PAYLOAD,
    status: z.optional(z.enum(["accepted", "rejected"])),
    rejection_cause: z.optional(z.array(z.enum(REJECTION_CAUSES))),
    verified: z.optional(z.boolean()),
  }),
  async run({ status, rejection_cause, verified, ...search }, { client }) {
    const reply = await client.raw(listRequests, {
      query: { ...payloadQuery(search), status, rejection_cause, verified },
    });
    return pageAnswer(reply, KINDS.request.columns, "requests");
  },
});

export const LOOK_TOOLS: readonly Tool[] = [whoami, list, get, searchEvents, searchRequests];
