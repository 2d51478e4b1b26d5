/**
 * Where is something whose id alone makes no address?
 *
 * An execution is shown with its transformation, the data of a request with its request or event, and a bulk operation
 * with the list that it worked on.
 */
import * as z from "zod/mini";
import { BULK_TYPES } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";

export const Place = z.union([
  z.object({ kind: z.literal("execution"), transformation_id: z.string() }),
  z.object({ kind: z.literal("bulk_operation"), type: z.enum(BULK_TYPES) }),
  z.object({ kind: z.literal("event"), id: z.string() }),
  z.object({ kind: z.literal("request"), id: z.string() }),
]);
export type Place = z.output<typeof Place>;

export const findPlace = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/places/{id}",
  summary: "Where an execution, a bulk operation or the data of a request is shown",
  right: "see",
  reply: Place,
  errors: [404],
});
