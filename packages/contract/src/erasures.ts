/**
 * What is an erasure, and which endpoints does it have?
 *
 * An admin names a person by a text, such as a mail address. Posthorn counts what contains it (the plan), and erases it once the
 * admin has confirmed. The text is stored sealed until the erasure has ended, and not at all afterwards.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { ERASURES_SHOWN, IDENTIFIER_MAX_CHARACTERS, IDENTIFIER_MIN_CHARACTERS } from "./limits.ts";
import { NullableTimestamp, Timestamp } from "./lists.ts";
import { storable } from "./storable.ts";

/** `settling`: what was on its way when the erasure began must end first. */
export const ERASURE_STATES = [
  "planning",
  "planned",
  "erasing",
  "settling",
  "completed",
  "cancelled",
  "failed",
] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

export const ErasureCounts = z.object({
  /** Requests whose payload contains the identifier. */
  requests: z.int(),
  /** Events whose payload does, or whose delivery group, if the payload is past its retention. */
  events: z.int(),
  /** Of these, the events that were still to be delivered. They are cancelled. */
  pending_events: z.int(),
  /** Attempts whose address or answer does. */
  attempts: z.int(),
  /** Executions of transformations whose log does. */
  executions: z.int(),
  /** Payloads that outlive retention, for a bookmark or an event. */
  kept_payloads: z.int(),
  /** Bodies and answers that are compressed in a way that Posthorn cannot read. */
  unreadable: z.int(),
});
export type ErasureCounts = z.output<typeof ErasureCounts>;

export const Erasure = z.object({
  id: z.string(),
  state: z.enum(ERASURE_STATES),
  /** Null once the erasure has ended. */
  identifier: z.nullable(z.string()),
  /** The first characters of a digest of the identifier. The same identifier has the same in every erasure. */
  digest: z.string(),
  /** In percent, of the plan or of the erasure. */
  progress: z.int(),
  planned: ErasureCounts,
  erased: ErasureCounts,
  started_by: z.nullable(z.string()),
  confirmed_by: z.nullable(z.string()),
  confirmed_at: NullableTimestamp,
  ended_at: NullableTimestamp,
  created_at: Timestamp,
});
export type Erasure = z.output<typeof Erasure>;

/** What stands in the place of what was erased. Who asks for these would ask for the marks themselves. */
const MARKS = ["[redacted]", "%5bredacted%5d", "x-redacted", "application/octet-stream"];

export const NewErasure = z.strictObject({
  identifier: storable(
    z.string().check(
      z.trim(),
      z.minLength(IDENTIFIER_MIN_CHARACTERS, `must have at least ${IDENTIFIER_MIN_CHARACTERS} characters`),
      z.maxLength(IDENTIFIER_MAX_CHARACTERS, `must have at most ${IDENTIFIER_MAX_CHARACTERS} characters`),
      z.refine((text) => !MARKS.some((mark) => mark.includes(text.toLowerCase())), {
        error: "must not be a part of the mark that stands for redacted values",
      }),
    ),
  ),
});

const ofAdmins = {
  isForDashboard: true,
  callers: "sessions",
  right: "manageProject",
  isOpenUnderLock: true,
} as const;

export const listErasures = defineEndpoint({
  ...ofAdmins,
  method: "GET",
  path: "/erasures",
  summary: `The erasures of personal data in a project, the newest first, ${ERASURES_SHOWN} at most`,
  reply: z.object({ models: z.array(Erasure) }),
});

export const planErasure = defineEndpoint({
  ...ofAdmins,
  method: "POST",
  path: "/erasures",
  summary: "Begin to count what contains an identifier of a person. Erases nothing",
  body: NewErasure,
  reply: Erasure,
  errors: [409],
});

export const confirmErasure = defineEndpoint({
  ...ofAdmins,
  method: "POST",
  path: "/erasures/{id}/confirm",
  summary: "Erase what the plan has counted, and what came in since. It cannot be undone",
  reply: Erasure,
  errors: [404],
});

export const cancelErasure = defineEndpoint({
  ...ofAdmins,
  method: "POST",
  path: "/erasures/{id}/cancel",
  summary: "Discard a plan, or stop an erasure. What is erased already stays erased",
  reply: Erasure,
  errors: [404],
});

export const ERASURE_ENDPOINTS = [listErasures, planErasure, confirmErasure, cancelErasure] as const;
