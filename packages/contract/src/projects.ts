/** What is a project, and what can be asked of it? The wire also calls it a team. */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { HEADERS_PREFIX_MAX_CHARACTERS, PROJECT_NAME_MAX_CHARACTERS } from "./limits.ts";
import { Timestamp } from "./lists.ts";

/** The one kind of project that we have, in the words of shipped clients. */
export const PROJECT_TYPE = "event_gateway";
export const PROJECT_MODE = "inbound";

export const Project = z.object({
  id: z.string(),
  organization_id: z.string(),
  name: z.string(),
  type: z.literal(PROJECT_TYPE),
  /** What the headers that we add to deliveries begin with; null: `x-posthorn-`. */
  headers_prefix: z.nullable(z.string()),
  /** Null: no cap on what it delivers. */
  max_events_per_second: z.nullable(z.int()),
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Project = z.output<typeof Project>;

const ProjectName = z.string().check(
  z.refine((text) => text.trim() !== "", "is required"),
  z.maxLength(PROJECT_NAME_MAX_CHARACTERS),
  z.refine((text) => !text.includes("\u0000"), "may not contain a null character"),
);

const HeadersPrefix = z
  .string()
  .check(
    z.maxLength(HEADERS_PREFIX_MAX_CHARACTERS),
    z.regex(
      /^[A-Za-z0-9][A-Za-z0-9\-_]*$/,
      "may contain only letters, digits, hyphens and underscores, and begins with a letter or digit",
    ),
  );

const ProjectInput = z.strictObject({
  name: ProjectName,
  headers_prefix: z.optional(z.nullable(HeadersPrefix)),
});

export const listProjects = defineEndpoint({
  method: "GET",
  path: "/projects",
  summary:
    "The projects that the caller can see, each named `[Organization] Project`; a key of a project sees that one",
  role: "viewer",
  // Not a page: shipped clients read a bare list.
  reply: z.array(Project),
});

export const createProject = defineEndpoint({
  method: "POST",
  path: "/projects",
  summary: "Create a project in the caller's organization",
  callers: "people",
  role: "admin",
  body: ProjectInput,
  reply: Project,
});

export const getProject = defineEndpoint({
  method: "GET",
  path: "/projects/{id}",
  summary: "One project",
  role: "viewer",
  reply: Project,
  errors: [404],
});

export const updateProject = defineEndpoint({
  method: "PUT",
  path: "/projects/{id}",
  summary: "Change a project's name, or what our headers begin with in its deliveries",
  role: "admin",
  body: z.partial(ProjectInput),
  reply: Project,
  errors: [404],
});

export const listTeams = defineEndpoint({
  method: "GET",
  path: "/teams",
  summary: "The projects that the caller can see, in the words of older clients",
  role: "viewer",
  reply: z.array(z.object({ id: z.string(), name: z.string(), mode: z.literal(PROJECT_MODE) })),
});
