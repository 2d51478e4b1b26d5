/**
 * Which commands does the palette offer? Pages, actions, theme and density, and things that are called as a person
 * types. Pure, so that tests can read it as data.
 */
import type { FoundByName } from "../../resources/places/found-by-name.ts";
import type { CurrentSession } from "../../resources/session/use-session.ts";
import { DENSITIES, THEMES, type Density, type Theme } from "../../resources/preferences/preferences.ts";
import { DENSITY_LABELS, THEME_LABELS } from "../../resources/preferences/appearance-labels.ts";
import { RAIL_GROUPS, type RailEntry } from "./rail-entries.ts";
import { areaLabel, mayOpen, SETTINGS_PAGES, type SettingsPage, visitorOf } from "./settings-pages.ts";

export interface PaletteDoings {
  goTo: (
    to:
      | RailEntry["to"]
      | SettingsPage["to"]
      | "/get-started"
      | "/guides"
      | "/projects"
      | `/${"connections" | "sources" | "destinations" | "transformations"}/new`,
  ) => void;
  switchProject: (projectId: string) => void;
  setTheme: (theme: Theme) => void;
  setDensity: (density: Density) => void;
  showShortcuts: () => void;
  showApiInputs: () => void;
  signOut: () => void;
}

export interface PaletteCommand {
  /** Of the thing that it opens: two connections may have the same label. */
  id?: string;
  label: string;
  keys?: string;
  run: () => void;
}

export interface PaletteGroup {
  label: string;
  items: PaletteCommand[];
}

export function paletteGroups(
  session: Pick<CurrentSession, "organization" | "organizations" | "project" | "projects">,
  doings: PaletteDoings,
): PaletteGroup[] {
  const others = session.projects.filter((project) => project.id !== session.project.id);
  const organizationNames = new Map(session.organizations.map(({ id, name }) => [id, name]));
  /** Two organizations may have projects of the same name. */
  const projectLabel = ({ name, organization_id }: CurrentSession["project"]) =>
    organizationNames.size > 1 ? `${name} · ${organizationNames.get(organization_id)}` : name;
  const groups: PaletteGroup[] = [
    {
      label: "Go to",
      items: [
        ...RAIL_GROUPS.flat().map(({ label, to, keys }) => ({ label, keys, run: () => doings.goTo(to) })),
        ...SETTINGS_PAGES.filter((page) => mayOpen(visitorOf(session), page)).map((page) => ({
          label: `${areaLabel(page)} settings: ${page.title}`,
          run: () => doings.goTo(page.to),
        })),
        { label: "Get started", run: () => doings.goTo("/get-started") },
        { label: "All projects", run: () => doings.goTo("/projects") },
      ],
    },
    {
      label: "Do",
      items: [
        ...(session.project.role === "viewer"
          ? []
          : [
              { label: "New connection", run: () => doings.goTo("/connections/new") },
              { label: "New source", run: () => doings.goTo("/sources/new") },
              { label: "New destination", run: () => doings.goTo("/destinations/new") },
              { label: "New transformation", run: () => doings.goTo("/transformations/new") },
            ]),
        { label: "Read the guides", run: () => doings.goTo("/guides") },
        { label: "Show API inputs", run: doings.showApiInputs },
        { label: "Show keyboard shortcuts", keys: "Shift+?", run: doings.showShortcuts },
        { label: "Sign out", run: doings.signOut },
      ],
    },
    {
      label: "Switch project",
      items: others.map((project) => ({
        id: project.id,
        label: projectLabel(project),
        run: () => doings.switchProject(project.id),
      })),
    },
    {
      label: "Look",
      items: [
        ...THEMES.map((theme) => ({
          label: `Theme: ${THEME_LABELS[theme]}`,
          run: () => doings.setTheme(theme),
        })),
        ...DENSITIES.map((density) => ({
          label: `Density: ${DENSITY_LABELS[density]}`,
          run: () => doings.setDensity(density),
        })),
      ],
    },
  ];
  return groups.filter((group) => group.items.length > 0);
}

/** Below the commands, so that an answer that arrives late moves nothing that a person is about to choose. */
export function foundGroups(found: readonly FoundByName[], open: (id: string) => void): PaletteGroup[] {
  return found
    .filter(({ things }) => things.length > 0)
    .map(({ label, things }) => ({
      label,
      items: things.map((thing) => ({ ...thing, run: () => open(thing.id) })),
    }));
}
