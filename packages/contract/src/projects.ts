/** What is a project, and which endpoints does it have? The wire also calls it a team. */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { HEADERS_PREFIX_MAX_CHARACTERS } from "./limits.ts";
import { DeletedId, Timestamp } from "./lists.ts";
import { Title } from "./names.ts";
import { Topics, WEBHOOK_TOPICS } from "./webhook-topics.ts";

/** We have one kind of project; these are the names that shipped clients know for it. */
export const PROJECT_TYPE = "event_gateway";
export const PROJECT_MODE = "inbound";

/** An empty list. */
const Nothing = z.array(z.string()).check(z.maxLength(0));

export const Project = z.object({
  id: z.string(),
  organization_id: z.string(),
  name: z.string(),
  type: z.literal(PROJECT_TYPE),
  /** Only admins and the owner of the organization see it, and people who were added to it. */
  private: z.boolean(),
  /** From here to `directory_sync_enabled`: features of other services that we do not have, as constant values. */
  is_guest: z.literal(false),
  static_ip_proxy: z.literal(false),
  notification_methods: Nothing,
  directory_sync_enabled: z.literal(false),
  /** The active custom domains, the newest first. */
  custom_hostnames: z.array(z.string()),
  /** What is sent as requests into a source of the project, and which source. Empty and null: nothing is. */
  webhook_topics: z.array(z.enum(WEBHOOK_TOPICS)),
  webhook_source_id: z.nullable(z.string()),
  /** The prefix of the headers that we add to deliveries; null: `x-posthorn-`. */
  headers_prefix: z.nullable(z.string()),
  /** Null: no cap on the project's deliveries. */
  max_events_per_second: z.nullable(z.int()),
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Project = z.output<typeof Project>;

export const HEADERS_PREFIX_PATTERN = /^[A-Za-z0-9][A-Za-z0-9\-_]*$/;

const HeadersPrefix = z
  .string()
  .check(
    z.maxLength(HEADERS_PREFIX_MAX_CHARACTERS),
    z.regex(
      HEADERS_PREFIX_PATTERN,
      "may contain only letters, digits, hyphens and underscores, and begins with a letter or digit",
    ),
  );

const NoNotifications = z
  .array(z.string())
  .check(z.maxLength(0, "must be empty: projects send no notifications"));

/** Settings that a caller can give at creation and change later. */
const ProjectSettings = {
  name: Title,
  headers_prefix: z.optional(z.nullable(HeadersPrefix)),
  /** Only admins and the owner of the organization may change it. */
  private: z.optional(z.boolean()),
};

const NewProject = z.strictObject({
  ...ProjectSettings,
  /** Default: the organization of the project that the caller acts on. */
  organization_id: z.optional(z.string()),
  type: z.optional(z.literal(PROJECT_TYPE, `must be ${PROJECT_TYPE}, the only type of project there is`)),
});

const ProjectChange = z.partial(
  z.strictObject({
    ...ProjectSettings,
    notification_methods: NoNotifications,
    /** Null: none. */
    webhook_topics: z.nullable(Topics),
    webhook_source_id: z.nullable(z.string()),
  }),
);

export const listProjects = defineEndpoint({
  method: "GET",
  path: "/projects",
  isOpenUnderLock: true,
  summary:
    "The projects that the caller can see, each named `[Organization] Project`; a key of a project sees that one",
  right: "see",
  // Not a page: shipped clients read a bare list.
  reply: z.array(Project),
});

export const createProject = defineEndpoint({
  method: "POST",
  path: "/projects",
  isOpenUnderLock: true,
  summary: "Create a project in one of the caller's organizations",
  callers: "people",
  right: "createProjects",
  namesWhatItChanges: true,
  body: NewProject,
  reply: Project,
  errors: [404],
});

export const getProject = defineEndpoint({
  method: "GET",
  path: "/projects/{id}",
  isOpenUnderLock: true,
  summary: "One project",
  right: "see",
  reply: Project,
  errors: [404],
});

export const updateProject = defineEndpoint({
  method: "PUT",
  path: "/projects/{id}",
  isOpenUnderLock: true,
  summary:
    "Change a project's name, privacy or webhook topics, or what our headers begin with in its deliveries",
  right: "manageProject",
  namesWhatItChanges: true,
  body: ProjectChange,
  reply: Project,
  errors: [404, 410, 412],
});

export const deleteProject = defineEndpoint({
  method: "DELETE",
  path: "/projects/{id}",
  isOpenUnderLock: true,
  summary: "Delete a project with everything in it, for good; not the last one of an organization",
  callers: "people",
  right: "deleteProjects",
  namesWhatItChanges: true,
  reply: DeletedId,
  errors: [404],
});

export const listTeams = defineEndpoint({
  method: "GET",
  path: "/teams",
  isOpenUnderLock: true,
  summary: "The projects that the caller can see, in the words of older clients",
  right: "see",
  reply: z.array(z.object({ id: z.string(), name: z.string(), mode: z.literal(PROJECT_MODE) })),
});
