/** What do the endpoints of projects answer? */
import { internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/projects";
import type { Caller } from "../../access/authenticate.ts";
import { createProject, updateProject } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { nameWithOrganization, projectView } from "./project-view.ts";
import { type ProjectRow, readProjects } from "./projects.sql.ts";

export function serveProjects(serve: Serve, { db, sealer, access }: ApiDeps): void {
  async function projectOf(caller: Caller, id: string): Promise<ProjectRow> {
    const uuid = internalId("project", id);
    const [project] = uuid ? await readProjects(db, caller, uuid) : [];
    if (!project) throw notFound(id);
    return project;
  }

  serve(contract.listProjects, async ({ caller }) =>
    (await readProjects(db, caller)).map((row) => projectView(row, nameWithOrganization(row))),
  );
  serve(contract.listTeams, async ({ caller }) =>
    (await readProjects(db, caller)).map((row) => ({
      id: publicId("project", row.id),
      name: nameWithOrganization(row),
      mode: contract.PROJECT_MODE,
    })),
  );
  serve(contract.createProject, async ({ caller, body }) => {
    const { organization_id } = await projectOf(caller, publicId("project", caller.project.id));
    const id = await createProject(db, sealer, { organization_id, ...trimmed(body) });
    return projectView(await projectOf(caller, publicId("project", id)));
  });
  serve(contract.getProject, async ({ caller, id }) => projectView(await projectOf(caller, id)));
  serve(contract.updateProject, async ({ caller, id, body }) => {
    const project = await projectOf(caller, id);
    // The role in the project that is changed counts, not only in the one that the call was made for.
    if (!access.can(project.role, contract.updateProject.role)) throw new ApiError("FORBIDDEN");
    await updateProject(db, project.id, trimmed(body));
    return projectView(await projectOf(caller, id));
  });
}

function trimmed<Body extends { name?: string | undefined }>(body: Body): Body {
  return body.name === undefined ? body : { ...body, name: body.name.trim() };
}
