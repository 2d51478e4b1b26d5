/**
 * What does this browser remember? One localStorage entry, checked on every read.
 *
 * Appearance belongs to the browser (public/theme.js reads it before the first paint), the view of a list too, the chosen
 * project to a user, panel width and the like to a user in a project. Unknown or broken values fall back to the default, so
 * that an entry from another version of the dashboard never breaks this one. The URL always wins over preferences.
 */
import { fields, listOf, number, oneOf, tableOf, text, yesNo, type Read } from "../../ui/read.ts";

/** public/theme.js contains the same key. */
export const PREFERENCES_KEY = "posthorn.preferences";

export const THEMES = ["system", "light", "dark"] as const;
export const DENSITIES = ["comfortable", "compact"] as const;
const CONNECTIONS_VIEWS = ["structured", "table"] as const;
const METRICS_VIEWS = ["chart", "table"] as const;
const ISSUES_ORDERS = ["last_seen_at", "first_seen_at"] as const;

/** A filter that a person used. What its value may be, the list of this filter knows. */
function recentFilter(value: unknown): { name: string; value: unknown } | undefined {
  const read = fields({ name: text(), value: (any) => any }).parse(value);
  return read.name === undefined ? undefined : { name: read.name, value: read.value };
}

const ProjectPreferences = fields({
  panel_width: number,
  event_tab: text(),
  request_tab: text(),
  /** Names of the confirmation prompts that the person asked not to see again. */
  dismissed_prompts: listOf(text()),
  /** By the address of a list, the newest first. */
  recent_filters: tableOf(listOf(recentFilter)),
});
export type ProjectPreferences = Read<typeof ProjectPreferences>;

const UserPreferences = fields({ project_id: text(), projects: tableOf(ProjectPreferences.parse) });

const Stored = fields({
  theme: oneOf(THEMES),
  density: oneOf(DENSITIES),
  is_rail_collapsed: yesNo,
  connections_view: oneOf(CONNECTIONS_VIEWS),
  metrics_view: oneOf(METRICS_VIEWS),
  issues_order: oneOf(ISSUES_ORDERS),
  /** The text of the notice that the person does not want to see any more. */
  dismissed_notice: text(),
  /** By organization, the notice of usage that the person does not want to see any more. */
  dismissed_usage: tableOf(text()),
  users: tableOf(UserPreferences.parse),
});

export type Preferences = ReturnType<typeof withDefaults>;
export type Theme = Preferences["theme"];
export type Density = Preferences["density"];
export type ConnectionsView = Preferences["connections_view"];

function withDefaults({
  theme = "system",
  density = "comfortable",
  is_rail_collapsed = false,
  connections_view = "structured",
  metrics_view = "chart",
  issues_order = "last_seen_at",
  users = {},
  dismissed_notice,
  dismissed_usage = {},
}: Read<typeof Stored>) {
  const lists = { connections_view, metrics_view, issues_order };
  return { theme, density, is_rail_collapsed, ...lists, users, dismissed_notice, dismissed_usage };
}

/** Uses the default for every value that is missing or invalid. */
export function parsePreferences(json: string | null): Preferences {
  let found: unknown;
  try {
    found = JSON.parse(json ?? "{}");
  } catch {
    // Not our JSON: start with the defaults.
  }
  return withDefaults(Stored.parse(found));
}

export function withProject(preferences: Preferences, userId: string, projectId: string): Preferences {
  const user = preferences.users[userId];
  return { ...preferences, users: { ...preferences.users, [userId]: { ...user, project_id: projectId } } };
}

export function withProjectPreferences(
  preferences: Preferences,
  userId: string,
  projectId: string,
  change: Partial<ProjectPreferences>,
): Preferences {
  const user = preferences.users[userId];
  const projects = { ...user?.projects, [projectId]: { ...user?.projects?.[projectId], ...change } };
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
