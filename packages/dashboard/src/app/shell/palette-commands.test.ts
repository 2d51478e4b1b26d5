import { expect, test, vi } from "vitest";
import { paletteGroups, type PaletteDoings } from "./palette-commands.ts";

const project = { organization_id: "1", private: false, retention_days: 30, is_sample: false } as const;
const owner = { ...project, id: "1", name: "prod", role: "owner" } as const;
const organization = {
  id: "1",
  name: "Acme",
  role: "owner",
  plan: null,
  uses_sso: false,
  is_sso_user: false,
  has_directory: false,
} as const;
const viewer = { ...project, id: "2", name: "staging", role: "viewer" } as const;

function doings(): PaletteDoings {
  return {
    goTo: vi.fn(),
    switchProject: vi.fn(),
    setTheme: vi.fn(),
    setDensity: vi.fn(),
    showShortcuts: vi.fn(),
    showApiInputs: vi.fn(),
    signOut: vi.fn(),
  };
}

test("every command does what its label says", () => {
  const done = doings();
  const groups = paletteGroups(
    { organization, organizations: [organization], project: owner, projects: [owner, viewer] },
    done,
  );
  const run = (label: string) =>
    groups
      .flatMap((group) => group.items)
      .find((item) => item.label === label)
      ?.run();

  run("Connections");
  run("Project settings: Integrations");
  run("Get started");
  run("All projects");
  run("New connection");
  run("New source");
  run("New transformation");
  run("Read the guides");
  run("Show API inputs");
  run("staging");
  run("Theme: Dark");
  run("Density: Compact");

  expect(vi.mocked(done.goTo).mock.calls).toEqual([
    ["/connections"],
    ["/settings/project/integrations"],
    ["/get-started"],
    ["/projects"],
    ["/connections/new"],
    ["/sources/new"],
    ["/transformations/new"],
    ["/guides"],
  ]);
  expect(done.showApiInputs).toHaveBeenCalledOnce();
  expect(done.switchProject).toHaveBeenCalledWith("2");
  expect(done.setTheme).toHaveBeenCalledWith("dark");
  expect(done.setDensity).toHaveBeenCalledWith("compact");
});

test("a viewer is not offered what the server would refuse, and one project is nothing to switch", () => {
  const watching = { ...organization, role: "viewer" } as const;
  const groups = paletteGroups(
    { organization: watching, organizations: [watching], project: viewer, projects: [viewer] },
    doings(),
  );

  expect(groups.map((group) => group.label)).toEqual(["Go to", "Do", "Look"]);
  const labels = groups.flatMap((group) => group.items.map((item) => item.label));
  expect(labels.filter((label) => /^New |settings: /.test(label))).toEqual([
    "Project settings: Access Control",
    "Organization settings: General",
    "Account settings: Profile",
  ]);
});

test("projects of several organizations are named with theirs", () => {
  const engines = {
    id: "2",
    name: "Engines",
    role: "member",
    plan: null,
    uses_sso: false,
    is_sso_user: false,
    has_directory: false,
  } as const;
  const theirs = { ...viewer, id: "3", name: "prod", organization_id: engines.id };
  const groups = paletteGroups(
    {
      organization,
      organizations: [organization, engines],
      project: owner,
      projects: [owner, viewer, theirs],
    },
    doings(),
  );

  const others = groups.find(({ label }) => label === "Switch project")?.items;
  expect(others?.map(({ label }) => label)).toEqual(["staging · Acme", "prod · Engines"]);
});
