/** `hookdeck ci`, `login`, `whoami`, `logout` and `project …`: how the client gets its key and its project. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { publicId } from "@posthorn/contract/ids";
import { expect } from "vitest";
import { apiCallOf } from "../testing/api-call.ts";
import { claimedCliKey } from "../testing/claimed-cli-key.ts";
import { type GivenProject, givenProject } from "../testing/given-project.ts";
import { type HookdeckCli, createHookdeckCli } from "../testing/hookdeck-cli.ts";
import { type Scene, testStories } from "../testing/hookdeck-commands.ts";
import { OWNER } from "../testing/product.ts";

const WRONG_KEY = "phc_nobody_has_ever_had_this_key";
const NOT_LET_IN = /Authentication failed: Invalid or missing API key\s+Sign in again: run `hookdeck login`/;

const teamId = ({ id }: GivenProject) => publicId("project", id);

/**
 * `--local` stores the client's settings in its working directory, without our address. From then on the client
 * in that directory calls the vendor, so `--local` comes last in a test.
 */
async function localConfig(cli: HookdeckCli): Promise<string> {
  const marker = await cli.file("marker", "");
  return readFile(join(dirname(marker), ".hookdeck", "config.toml"), "utf8");
}

/** The names of the sources that the client sees with its current login. */
async function sourcesSeen(cli: HookdeckCli): Promise<string[]> {
  const { code, stdout, stderr } = await cli.run(["gateway", "source", "list", "--output", "json"]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout).models.map(({ name }: { name: string }) => name);
}

/** A person's login in a project with one source; the organization has a second project. */
async function givenPerson({ project, cli, api }: Scene) {
  await api("POST", "/sources", { name: "mine" });
  const other = await givenProject();
  await apiCallOf(other)("POST", "/sources", { name: "other" });
  const key = await claimedCliKey(project);
  expect((await cli.run(["login", "--cli-key", key])).code).toBe(0);
  const { code, stdout } = await cli.run(["project", "list", "--output", "json"]);
  expect(code).toBe(0);
  const listed: { id: string; org: string; project: string }[] = JSON.parse(stdout);
  const named = listed.find(({ id }) => id === teamId(other));
  return { key, other, org: named?.org ?? "", otherName: named?.project ?? "" };
}

testStories(
  [],
  {
    async ci({ run, project, cli, api }) {
      await api("POST", "/sources", { name: "mine" });
      const stranger = await createHookdeckCli({ publicUrl: project.publicUrl });

      await run.text("--api-key", project.key, "--name", "main-branch");
      expect(await cli.config()).toMatch(/api_key = 'phc_/);
      expect(await cli.config()).toContain(`project_id = '${teamId(project)}'`);
      expect(await sourcesSeen(cli)).toEqual(["mine"]);
      const fromEnvironment = await stranger.run(["ci"], { HOOKDECK_API_KEY: project.key });
      expect(fromEnvironment.code).toBe(0);
      expect(await sourcesSeen(stranger)).toEqual(["mine"]);
      await stranger.remove();
      const listing = await cli.run(["project", "list"]);
      expect(listing.code).toBe(1);
      expect(listing.stdout).toContain("this credential is scoped to a single project");
      expect(await run.refused("--api-key", WRONG_KEY)).toMatch(NOT_LET_IN);
      await run.text("--api-key", project.key, "--local");
      expect(await localConfig(cli)).toContain(`project_id = '${teamId(project)}'`);
    },

    async login(scene) {
      const { run, project, cli } = scene;
      const { key } = await givenPerson(scene);

      const said = await run.text("--cli-key", key);
      expect(said).toContain(OWNER.email);
      expect(await cli.config()).toContain(`api_key = '${key}'`);
      expect(await cli.config()).toContain(`project_id = '${teamId(project)}'`);
      expect(await sourcesSeen(cli)).toEqual(["mine"]);
      expect(await run.refused("--cli-key", WRONG_KEY)).toMatch(NOT_LET_IN);
      await run.text("--cli-key", key, "--local");
      expect(await localConfig(cli)).toContain(`api_key = '${key}'`);
    },

    async whoami(scene) {
      const { run, project } = scene;
      const { org } = await givenPerson(scene);

      const said = await run.text();
      expect(said).toContain(`(${OWNER.email}) on project Conformance`);
      expect(said).toContain(`in organization ${org}`);
      expect(said).toContain("Project type: Gateway");
      const signedIn = { key: WRONG_KEY, project: teamId(project) };
      const stranger = await createHookdeckCli({ publicUrl: project.publicUrl, signedIn });
      const { code, stdout, stderr } = await stranger.run(["whoami"]);
      expect(code).toBe(1);
      expect(stdout + stderr).toMatch(NOT_LET_IN);
      await stranger.remove();
    },

    async logout({ run, project, cli }) {
      expect(await cli.config()).toContain(project.key);
      expect(await run.text()).toContain("Credentials have been cleared");
      expect(await cli.config()).not.toContain(project.key);
      expect(await cli.config()).toContain(project.publicUrl);
      const { code, stdout, stderr } = await cli.run(["gateway", "source", "list"]);
      expect([code, /not authenticated|login/i.test(stdout + stderr)]).toEqual([1, true]);
      await run.text("--all");
    },

    async "project list"(scene) {
      const { run, project } = scene;
      const { org, other, otherName } = await givenPerson(scene);

      const listed = await run.json();
      expect(listed).toContainEqual(expect.objectContaining({ id: teamId(project), org, current: true }));
      expect(listed).toContainEqual({
        id: teamId(other),
        org,
        project: otherName,
        type: "gateway",
        current: false,
      });
      expect(await run.text()).toContain(`${org} / ${otherName} | Gateway`);
      expect((await run.json("--type", "gateway")).length).toBeGreaterThanOrEqual(2);
      expect(await run.json("--type", "outpost")).toEqual([]);
    },

    async "project use"(scene) {
      const { run, cli } = scene;
      const { org, other, otherName } = await givenPerson(scene);
      expect(await sourcesSeen(cli)).toEqual(["mine"]);

      expect(await run.text(org, otherName)).toContain(
        `Successfully set active project to: ${org} / ${otherName}`,
      );
      expect(await cli.config()).toContain(`project_id = '${teamId(other)}'`);
      expect(await sourcesSeen(cli)).toEqual(["other"]);
      expect(await run.refused(org, "Nobody's project")).toContain("Nobody's project");
      await run.text(org, otherName, "--local");
      expect(await localConfig(cli)).toContain(`project_id = '${teamId(other)}'`);
    },
  },
  { "--interactive": "asks a person at a terminal" },
);
