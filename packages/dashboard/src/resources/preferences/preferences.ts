/**
 * What does this browser remember? One localStorage entry, checked by a schema on every read.
 *
 * Appearance belongs to the browser (public/theme.js reads it before the first paint), the view of a list too, the chosen project to a user,
 * panel width and the like to a user in a project. Unknown or broken values fall back to the default, so that an
 * entry from another version of the dashboard never breaks this one. The URL always wins over preferences.
 */
import * as z from "zod/mini";
import { catch as orElse } from "zod/mini";

/** public/theme.js contains the same key. */
export const PREFERENCES_KEY = "posthorn.preferences";

export const THEMES = ["system", "light", "dark"] as const;
export const DENSITIES = ["comfortable", "compact"] as const;
const CONNECTIONS_VIEWS = ["structured", "table"] as const;
const METRICS_VIEWS = ["chart", "table"] as const;
const ISSUES_ORDERS = ["last_seen_at", "first_seen_at"] as const;

const ProjectPreferences = z.object({
  panel_width: orElse(z.optional(z.number()), undefined),
  event_tab: orElse(z.optional(z.string()), undefined),
  request_tab: orElse(z.optional(z.string()), undefined),
  /** Names of the confirmation prompts that the person asked not to see again. */
  dismissed_prompts: orElse(z.optional(z.array(z.string())), undefined),
  /** By the address of a list, the newest first. */
  recent_filters: orElse(
    z.optional(z.record(z.string(), z.array(z.object({ name: z.string(), value: z.unknown() })))),
    undefined,
  ),
});
const UserPreferences = z.object({
  project_id: orElse(z.optional(z.string()), undefined),
  projects: orElse(z.record(z.string(), ProjectPreferences), {}),
});
const Preferences = z.object({
  theme: orElse(z.enum(THEMES), "system"),
  density: orElse(z.enum(DENSITIES), "comfortable"),
  is_rail_collapsed: orElse(z.boolean(), false),
  connections_view: orElse(z.enum(CONNECTIONS_VIEWS), "structured"),
  metrics_view: orElse(z.enum(METRICS_VIEWS), "chart"),
  issues_order: orElse(z.enum(ISSUES_ORDERS), "last_seen_at"),
  /** The text of the notice that the person does not want to see any more. */
  dismissed_notice: orElse(z.optional(z.string()), undefined),
  users: orElse(z.record(z.string(), UserPreferences), {}),
});

export type Preferences = z.output<typeof Preferences>;
export type ProjectPreferences = z.output<typeof ProjectPreferences>;
export type Theme = Preferences["theme"];
export type Density = Preferences["density"];
export type ConnectionsView = Preferences["connections_view"];

/** Uses the default for every value that is missing or invalid. */
export function parsePreferences(text: string | null): Preferences {
  let found: unknown = {};
  try {
    found = JSON.parse(text ?? "{}");
  } catch {
    // Not our JSON: start with the defaults.
  }
  const parsed = Preferences.safeParse(typeof found === "object" && found !== null ? found : {});
  return parsed.success ? parsed.data : Preferences.parse({});
}

export function withProject(preferences: Preferences, userId: string, projectId: string): Preferences {
  const user = preferences.users[userId] ?? { projects: {} };
  return { ...preferences, users: { ...preferences.users, [userId]: { ...user, project_id: projectId } } };
}

export function withProjectPreferences(
  preferences: Preferences,
  userId: string,
  projectId: string,
  change: Partial<ProjectPreferences>,
): Preferences {
  const user = preferences.users[userId] ?? { projects: {} };
  const projects = { ...user.projects, [projectId]: { ...user.projects[projectId], ...change } };
  return { ...preferences, users: { ...preferences.users, [userId]: { ...user, projects } } };
}

/** The remembered project if this person still has it, otherwise their first one. */
export function chosenProject<Project extends { id: string }>(
  preferences: Preferences,
  userId: string,
  projects: readonly Project[],
): Project | undefined {
  const remembered = preferences.users[userId]?.project_id;
  return projects.find((project) => project.id === remembered) ?? projects[0];
}
