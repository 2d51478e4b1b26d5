/**
 * What can a person see before anything of their own runs? A project of made-up data, and how far they are with the first steps.
 *
 * Nobody ever sends anything of a sample project to another machine: all its destinations are mocks. It is removed like any
 * project (`deleteProject`).
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

/** What a sample project is called. A person may rename it: the session says which project is one. */
export const SAMPLE_PROJECT_NAME = "Sample project";

export const createSampleProject = defineEndpoint({
  isForDashboard: true,
  callers: "sessions",
  method: "POST",
  path: "/sample-project",
  summary: "The sample project of this organization; creates it with a day of traffic if there is none",
  right: "createProjects",
  reply: z.object({ id: z.string(), is_new: z.boolean() }),
});

export const FirstSteps = z.object({
  /** A connection was created in this project at some time. It may be deleted by now. */
  had_connection: z.boolean(),
  /** The oldest connection that has delivered an event. Null: none has. */
  delivering: z.nullable(z.object({ id: z.string(), source_name: z.string(), destination_name: z.string() })),
  /** Another person belongs to the organization, or is invited. */
  has_colleagues: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const getFirstSteps = defineEndpoint({
  isForDashboard: true,
  callers: "sessions",
  method: "GET",
  path: "/first-steps",
  summary:
    "Whether this project has had a connection and a delivery, and whether its organization has more than one person",
  right: "see",
  reply: FirstSteps,
});
