/** `posthorn project list` and `posthorn project use`: in which project do the other commands act? */
import { type Project, listProjects } from "@posthorn/contract/projects";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { Failure } from "../failure.ts";
import { ask } from "../login/ask.ts";
import { OUTPUT_OPTION, formatOf, printResult } from "../output/formats.ts";
import { printable } from "../output/printable.ts";
import { tableText } from "../output/table.ts";
import { defineCommand } from "./command.ts";

type Listed = ReplyOf<typeof listProjects>[number];

export const projectList = defineCommand({
  name: "project list",
  section: "account",
  about: "List the projects that your key opens",
  options: { output: OUTPUT_OPTION },
  examples: [{ line: "posthorn project list", about: "All projects; the one in use has a star" }],
  async run({ options }, { client, settings, machine: { out } }) {
    const format = formatOf(options.output);
    const projects = await client.call(listProjects);
    await printResult(out, format, projects, () =>
      tableText(
        ["", "Name", "Id"],
        projects.map(({ id, name }) => [id === settings.projectId ? "*" : "", name, id]),
        (text) => out.paint("dim", text),
      ),
    );
  },
});

export const projectUse = defineCommand({
  name: "project use",
  section: "account",
  about: "Choose the project in which the other commands act",
  arguments: [
    { name: "project", about: "Its name or its id; without it, the command asks", isOptional: true },
  ],
  examples: [
    { line: "posthorn project use", about: "Choose from a list" },
    { line: 'posthorn project use "Shop production"', about: "By its name" },
    { line: "posthorn whoami --project tm_…", about: "Another project, for one command" },
  ],
  async run({ arguments: { project: asked } }, { client, settings, config, machine }) {
    if (settings.keyFrom === "environment")
      throw new Failure(
        "The choice of a project is stored in a profile, but the key is the one of POSTHORN_API_KEY.",
        {
          todo: "Set POSTHORN_PROJECT, or sign in and unset POSTHORN_API_KEY: posthorn login.",
        },
      );
    const projects = await client.call(listProjects);
    const wanted = asked ?? (await chosen(projects));
    const project = projectNamed(wanted, projects);
    await config.storeProfile(settings.profileName, {
      ...settings.profile,
      project_id: project.id,
      project_name: project.name,
    });
    machine.out.write(
      `Commands with the profile "${settings.profileName}" now act in ${printable(project.name)}.\n`,
    );

    async function chosen(among: readonly Listed[]): Promise<string> {
      const lines = among.map(({ name }, at) => `${String(at + 1).padStart(3)}  ${printable(name)}\n`);
      machine.err.write(`${lines.join("")}\n`);
      const answer = await ask(machine, {
        text: "Number, name or id: ",
        instead: "Name the project: posthorn project use NAME.",
      });
      return among[Number(answer) - 1]?.id ?? answer;
    }
  },
});

const plain = (text: string) => text.trim().toLowerCase();
const withoutOrganization = (name: string) => name.replace(/^\[.*?\] /, "");

/** By id, by name with or without its organization, in any case. */
export function projectNamed(
  wanted: string,
  projects: readonly Pick<Project, "id" | "name">[],
): Pick<Project, "id" | "name"> {
  const byId = projects.find(({ id }) => id === wanted);
  const exact = projects.filter(({ name }) => plain(name) === plain(wanted));
  const found =
    exact.length > 0
      ? exact
      : projects.filter(({ name }) => plain(withoutOrganization(name)) === plain(wanted));
  const [project, ...others] = byId ? [byId] : found;
  if (project && others.length === 0) return project;
  const names = (project ? found : projects).map(({ id, name }) => `  ${printable(name)} (${id})`).join("\n");
  if (project)
    throw new Failure(`Several projects have the name "${printable(wanted)}".`, {
      why: names,
      todo: "Write the id of the one that you mean.",
    });
  throw new Failure(`Your key opens no project "${printable(wanted)}".`, {
    why: `It opens:\n${names}`,
    exit: "notFound",
  });
}
