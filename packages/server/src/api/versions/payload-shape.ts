/**
 * How does the public API show a payload that lacks something?
 *
 * Our own shape tells an absent query from an empty one, and shows a scalar JSON body as a scalar. The public schemas have
 * neither: there, what is absent is empty, and a body is an object, a list or a text. The path of a request that came to
 * the source's URL itself is empty; the path of an event is the one that its destination gets.
 */
import { Attempt } from "@posthorn/contract/attempts";
import { EventData } from "@posthorn/contract/events";
import { ShortEventData } from "@posthorn/contract/requests";
import * as z from "zod/mini";
import type { Difference, Fields } from "./difference.ts";
import { withFields } from "./fields.ts";

const Query = { query: z.string(), parsed_query: z.record(z.string(), z.unknown()) };

function withText({ body, ...rest }: Fields): Fields {
  const isScalar = typeof body === "number" || typeof body === "boolean";
  return { ...rest, body: isScalar ? JSON.stringify(body) : body };
}

function withEmptyQuery({ query, parsed_query, ...rest }: Fields): Fields {
  return { ...rest, query: query ?? "", parsed_query: parsed_query ?? {} };
}

export const payloadShape: Difference = {
  name: "payload-shape",
  summary:
    'A payload without a query has the `query` `""` and the `parsed_query` `{}`, one that came to the root has the `path` `""`, and a JSON body that is a number or a boolean is given as text',
  changes: [
    {
      of: ShortEventData,
      shape: (before) => withFields(before, { ...Query, is_large_payload: z.boolean() }),
      answer: ({ path, is_large_payload, ...data }) => ({
        path: path === "/" ? "" : path,
        ...withEmptyQuery(withText(data)),
        is_large_payload: is_large_payload ?? false,
      }),
    },
    {
      of: EventData,
      shape: (before) => withFields(before, Query),
      answer: (data) => withEmptyQuery(withText(data)),
    },
    { of: Attempt, answer: (attempt) => ("body" in attempt ? withText(attempt) : attempt) },
  ],
};
