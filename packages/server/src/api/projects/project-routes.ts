/**
 * What do the endpoints of projects answer?
 *
 * The caller needs the role in the project or organization that the call changes, not only in
 * the project that the call was made for.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import { internalId, publicId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/projects";
import type { z } from "zod/mini";
import { can, mayUse, RIGHTS } from "@posthorn/contract/roles";
import type { Caller } from "../../access/authenticate.ts";
import { findMembership } from "../../store/members.ts";
import { createProject } from "../../store/new-project.ts";
import { lockOrganization } from "../../store/organizations.ts";
import { lockProject, updateProject } from "../../store/projects.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { changedMeanwhile } from "../if-match.ts";
import { type WantedWebhooks, writeWebhooks } from "../webhook-topics/write-webhooks.ts";
import { invalid } from "../validation.ts";
import { deleteProject } from "./delete-project.ts";
import { nameWithOrganization, projectView } from "./project-view.ts";
import { type ProjectRow, readProjects } from "./projects.sql.ts";

export function serveProjects(serve: Serve, { db, sealer, access }: ApiDeps): void {
  async function projectOf(caller: Caller, id: string): Promise<ProjectRow> {
    const uuid = internalId("project", id);
    const [project] = uuid ? await readProjects(db, caller, uuid) : [];
    if (!project) throw notFound(id);
    return project;
  }

  async function projectToChange(caller: Caller, id: string, { right }: Endpoint): Promise<ProjectRow> {
    const project = await projectOf(caller, id);
    if (!mayUse(right, project)) throw new ApiError("FORBIDDEN");
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
  serve(contract.createProject, async ({ caller, body, asCaller }) => {
    const { user_id, project } = caller;
    const { name, headers_prefix, private: isPrivate } = trimmed(body);
    const organization_id =
      body.organization_id === undefined
        ? (await projectOf(caller, publicId("project", project.id))).organization_id
        : internalId("organization", body.organization_id);
    const id = await asCaller.transaction(async (tx) => {
      // Under the lock, so that neither the organization nor the role in it ends meanwhile.
      if (organization_id) await lockOrganization(tx, organization_id);
      const membership =
        user_id && organization_id && (await findMembership(tx, { user_id, organization_id }));
      if (!membership) throw notFound(body.organization_id ?? publicId("project", project.id));
      if (!can(membership.role, RIGHTS[contract.createProject.right].role)) throw new ApiError("FORBIDDEN");
      return createProject(tx, sealer, { organization_id, name, headers_prefix, private: isPrivate });
    });
    return projectView(await projectOf(caller, publicId("project", id)));
  });
  serve(contract.getProject, async ({ caller, id }) => projectView(await projectOf(caller, id)));
  serve(contract.updateProject, async ({ caller, id, body, ifUnchangedSince, asCaller }) => {
    const project = await projectToChange(caller, id, contract.updateProject);
    const { webhook_topics, webhook_source_id } = body;
    const changesPrivacy = body.private !== undefined && body.private !== project.private;
    if (changesPrivacy && !mayUse("setPrivacy", project)) throw new ApiError("FORBIDDEN");
    await asCaller.transaction(async (tx) => {
      const version = await lockProject(tx, project.id);
      if (!version) throw notFound(id);
      if (ifUnchangedSince !== null && ifUnchangedSince !== version.updated_at)
        throw changedMeanwhile(version);
      if (webhook_topics !== undefined || webhook_source_id !== undefined)
        await writeWebhooks(tx, project.id, wantedWebhooks(project, { webhook_topics, webhook_source_id }));
      await updateProject(tx, project.id, trimmed(body));
    });
    return projectView(await projectOf(caller, id));
  });
  serve(contract.deleteProject, async ({ caller, id, asCaller }) => {
    const project = await projectToChange(caller, id, contract.deleteProject);
    await deleteProject(asCaller, sealer, project);
    access.forgetKeysOf(project.id);
    return { id };
  });
}

/** Fields that are absent stay as they are. */
function wantedWebhooks(
  { webhook_topics: topicsBefore, webhook_source_id: sourceBefore }: ProjectRow,
  {
    webhook_topics = topicsBefore,
    webhook_source_id = sourceBefore && publicId("source", sourceBefore),
  }: Pick<z.output<typeof contract.updateProject.body>, "webhook_topics" | "webhook_source_id">,
): WantedWebhooks {
  const topics = webhook_topics ?? [];
  if (topics.length > 0 && webhook_source_id === null) throw invalid("webhook_source_id is required");
  return { enabled: topics.length > 0, topics, source_id: webhook_source_id };
}

function trimmed<Body extends { name?: string | undefined }>(body: Body): Body {
  return body.name === undefined ? body : { ...body, name: body.name.trim() };
}
