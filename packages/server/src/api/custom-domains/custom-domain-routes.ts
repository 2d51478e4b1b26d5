/**
 * How does a project get a host name of its own, and how does it give it up?
 *
 * A claim is made at once, and workers look for its records. The newest version names the project in the path; there the
 * caller needs the right in that project.
 */
import * as contract from "@posthorn/contract/custom-domains";
import { hostnameOf } from "@posthorn/contract/hostnames";
import { internalId } from "@posthorn/contract/ids";
import { type Right, mayUse } from "@posthorn/contract/roles";
import { CUSTOM_DOMAINS_LIMIT_REACHED, HOSTNAME_NEEDS_SUBDOMAIN } from "@posthorn/contract/settings-texts";
import type { Caller } from "../../access/authenticate.ts";
import * as store from "../../store/custom-domains.ts";
import type { Database } from "../../store/database.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { readProjects } from "../projects/projects.sql.ts";
import { invalid } from "../validation.ts";
import { customDomainView } from "./custom-domain-view.ts";

const OWN_HOST = "This is a host name of Posthorn itself.";

export function serveCustomDomains(serve: Serve, { db, config }: ApiDeps): void {
  const ownHosts = new Set([
    config.domainTarget,
    new URL(config.publicUrl).hostname,
    new URL(config.ingestUrl).hostname,
    ...config.allowedHosts,
  ]);
  const settings = { target: config.domainTarget, challenge: config.certificates?.challenge ?? null };
  const view = (row: store.SeenCustomDomain) => customDomainView(row, settings, Date.now());

  async function projectOf(caller: Caller, id: string, right: Right): Promise<string> {
    const uuid = internalId("project", id);
    const [project] = uuid ? await readProjects(db, caller, uuid) : [];
    if (!project) throw notFound(id);
    if (!mayUse(right, project)) throw new ApiError("FORBIDDEN");
    return project.id;
  }

  async function list(team_id: string): Promise<contract.CustomDomain[]> {
    return (await store.readCustomDomains(db, team_id)).map(view);
  }

  async function create(asCaller: Database, team_id: string, text: string): Promise<contract.CustomDomain> {
    const hostname = hostnameOf(text);
    if (hostname === null) throw notValid(HOSTNAME_NEEDS_SUBDOMAIN);
    if (ownHosts.has(hostname)) throw notValid(OWN_HOST);
    const row = await store.insertCustomDomain(asCaller, { team_id, hostname });
    if (row === "full") throw invalid(CUSTOM_DOMAINS_LIMIT_REACHED);
    if (row === "taken") throw new ApiError("CUSTOM_DOMAIN_ALREADY_EXISTS");
    return view({ ...row, certificate: null });
  }

  serve(contract.listCustomDomains, ({ team_id }) => list(team_id));
  serve(contract.createCustomDomain, ({ team_id, body, asCaller }) =>
    create(asCaller, team_id, body.hostname),
  );
  serve(contract.deleteCustomDomain, ({ team_id, id, asCaller }) => remove(asCaller, team_id, id));

  serve(contract.listProjectDomains, async ({ caller, id }) =>
    list(await projectOf(caller, id, contract.listProjectDomains.right)),
  );
  serve(contract.createProjectDomain, async ({ caller, id, body, asCaller }) =>
    create(asCaller, await projectOf(caller, id, contract.createProjectDomain.right), body.hostname),
  );
  serve(contract.deleteProjectDomain, async ({ caller, id, params, asCaller }) =>
    remove(
      asCaller,
      await projectOf(caller, id, contract.deleteProjectDomain.right),
      params["domain_id"] ?? "",
    ),
  );
}

async function remove(asCaller: Database, team_id: string, id: string): Promise<{ id: string }> {
  const uuid = internalId("custom_domain", id);
  if (uuid === null || !(await store.deleteCustomDomain(asCaller, team_id, uuid))) throw notFound(id);
  return { id };
}

function notValid(why: string): ApiError {
  return new ApiError("CUSTOM_DOMAIN_INVALID", {}, { data: [why] });
}
