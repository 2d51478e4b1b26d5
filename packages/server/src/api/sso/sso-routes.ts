/**
 * How does the owner set up the single sign-on of an organization?
 *
 * Changes hold the lock of the organization, like every change of who belongs to it. Calls to the provider and to DNS come
 * before that. The client secret goes in and never comes out.
 */
import { mailDomainOf } from "@posthorn/contract/hostnames";
import { internalId } from "@posthorn/contract/ids";
import { DIRECTORY_LAST_DOMAIN } from "@posthorn/contract/directory-texts";
import * as contract from "@posthorn/contract/sso";
import * as texts from "@posthorn/contract/sso-texts";
import { lookAtMailDomain } from "../../domains/look-at-mail-domain.ts";
import { isUniqueViolation, type Queryable } from "../../store/database.ts";
import { findDirectory } from "../../store/directories.ts";
import { endSessionsOfSsoPeople } from "../../store/sessions.ts";
import { forgetSsoAttemptsOf } from "../../store/sso-attempts.ts";
import * as connections from "../../store/sso-connections.ts";
import * as domains from "../../store/sso-domains.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { OrganizationsCall, ServeOrganization } from "../call.ts";
import { changingPeople } from "../organizations/organization-routes.ts";
import { invalid } from "../validation.ts";
import { isStillTested, samlSettings } from "./saml-settings.ts";
import { ssoDomainView, ssoView } from "./sso-view.ts";

type Asking = Pick<OrganizationsCall<typeof contract.saveSso>, "asCaller" | "organization_id" | "user_id">;

function changing<Result>(asking: Asking, change: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return changingPeople(asking, "manageSso", change);
}

export function serveSso(
  serveOrganization: ServeOrganization,
  { db, sealer, access, dns, log }: Pick<ApiDeps, "db" | "sealer" | "access" | "dns" | "log">,
): void {
  async function shown(organization_id: string): Promise<contract.SingleSignOn> {
    return ssoView({
      ...access.ssoUrls(organization_id),
      connection: await connections.findSsoConnection(db, organization_id),
      domains: await domains.readSsoDomains(db, organization_id),
      counts: await domains.countSsoMembers(db, organization_id),
    });
  }

  async function shownDomain(organization_id: string, id: string): Promise<contract.SsoDomain> {
    const row = (await domains.readSsoDomains(db, organization_id)).find((one) => one.id === id);
    if (!row) throw notFound(id); // removed meanwhile
    return ssoDomainView(row);
  }

  serveOrganization(contract.getSso, ({ organization_id }) => shown(organization_id));

  serveOrganization(contract.saveSso, async ({ organization_id, user_id, asCaller, body }) => {
    const issuer = body.issuer.trim();
    const refused = await access.ssoProviderRefusal(issuer);
    if (refused) throw invalid(`issuer cannot be used: ${refused.message}`);
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      const before = await connections.findSsoConnection(tx, organization_id);
      const secret = body.client_secret?.trim() ?? null;
      const own = before?.kind === "oidc" ? before : null;
      if (secret === null && own === null) throw invalid("client_secret is required");
      if (secret === null && own?.issuer !== issuer) throw invalid(texts.SSO_SECRET_FOR_ISSUER);
      const row = connections.ssoSecretRow(organization_id);
      await connections.saveSsoConnection(tx, {
        organization_id,
        issuer,
        client_id: body.client_id.trim(),
        client_secret: secret === null ? null : sealer.seal(secret, "sso_connections.client_secret", row),
        default_role: body.default_role,
      });
      if (secret === null && own?.client_id === body.client_id.trim()) return;
      await connections.forgetSsoTest(tx, organization_id);
      await forgetSsoAttemptsOf(tx, organization_id);
    });
    log.info("sso.saved", { organization_id, user_id });
    return shown(organization_id);
  });

  serveOrganization(contract.saveSaml, async ({ organization_id, user_id, asCaller, body }) => {
    const settings = samlSettings(body, access.isHttpAllowed);
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      const before = await connections.findSsoConnection(tx, organization_id);
      await connections.saveSamlConnection(tx, { organization_id, ...settings });
      if (before?.kind === "saml" && isStillTested(before, settings)) return;
      await connections.forgetSsoTest(tx, organization_id);
      await forgetSsoAttemptsOf(tx, organization_id);
    });
    log.info("sso.saved", { organization_id, user_id });
    return shown(organization_id);
  });

  serveOrganization(contract.setSsoMode, async ({ organization_id, user_id, asCaller, body: { mode } }) => {
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      const connection = await connections.findSsoConnection(tx, organization_id);
      if (!connection) throw invalid(texts.SSO_NEEDS_CONNECTION);
      if (mode !== "off") {
        const present = await domains.readSsoDomains(tx, organization_id);
        if (!present.some(({ proven_at }) => proven_at !== null)) throw invalid(texts.SSO_NEEDS_DOMAIN);
        if (connection.tested_at === null) throw invalid(texts.SSO_NEEDS_TEST);
      }
      await connections.setSsoModeOf(tx, organization_id, mode);
      if (mode === "required" && connection.mode !== "required")
        await endSessionsOfSsoPeople(tx, organization_id);
    });
    log.info("sso.mode_set", { organization_id, user_id, mode });
    return shown(organization_id);
  });

  serveOrganization(contract.removeSso, async ({ organization_id, user_id, asCaller }) => {
    await changing({ organization_id, user_id, asCaller }, (tx) =>
      connections.deleteSsoConnection(tx, organization_id),
    );
    log.info("sso.removed", { organization_id, user_id });
    return shown(organization_id);
  });

  serveOrganization(contract.addSsoDomain, async ({ organization_id, user_id, asCaller, body }) => {
    const domain = mailDomainOf(body.domain);
    if (domain === null) throw invalid(texts.MAIL_DOMAIN_NOT_VALID);
    const added = await changing({ organization_id, user_id, asCaller }, (tx) =>
      domains.insertSsoDomain(tx, { organization_id, domain }),
    );
    if (added === "full") throw invalid(texts.SSO_DOMAINS_LIMIT_REACHED);
    if (added === "taken") throw new ApiError("SSO_DOMAIN_EXISTS");
    return shownDomain(organization_id, added.id);
  });

  serveOrganization(contract.checkSsoDomain, async ({ organization_id, user_id, asCaller, id: named }) => {
    const id = internalId("sso_domain", named);
    const own = id && (await domains.findSsoDomain(db, { organization_id, id }));
    if (!own) throw notFound(named);
    const finding = await lookAtMailDomain(dns, own);
    const holder = finding === "found" ? await domains.findProvenSsoDomain(db, own.domain) : null;
    const rival = holder !== null && holder.organization_id !== organization_id ? holder : null;
    const rivals = rival && (await lookAtMailDomain(dns, rival));
    try {
      await changing({ organization_id, user_id, asCaller }, async (tx) => {
        if (finding === "found") {
          const proven = await domains.lockProvenSsoDomain(tx, own.domain);
          if (proven !== null && proven.organization_id !== organization_id) {
            // Only an answer takes a proof away: who has the domain now has written one record and removed the other.
            const isGone = proven.id === rival?.id && (rivals === "missing" || rivals === "wrong");
            if (!isGone) throw new ApiError("SSO_DOMAIN_TAKEN");
            await domains.loseSsoDomain(tx, proven.id, rivals);
            log.warn("sso.domain_lost", { organization_id: proven.organization_id, domain: own.domain });
          }
        }
        await domains.recordSsoLook(tx, own.id, finding);
        if (finding === "found" && own.proven_at === null) await endSessionsOfSsoPeople(tx, organization_id);
      });
    } catch (error) {
      // Another organization has proven it since the look above.
      throw isUniqueViolation(error) ? new ApiError("SSO_DOMAIN_TAKEN") : error;
    }
    log.info("sso.domain_checked", { organization_id, domain: own.domain, finding });
    return shownDomain(organization_id, own.id);
  });

  serveOrganization(contract.removeSsoDomain, async ({ organization_id, user_id, asCaller, id: named }) => {
    const id = internalId("sso_domain", named);
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      const present = await domains.readSsoDomains(tx, organization_id);
      const mode = (await connections.findSsoConnection(tx, organization_id))?.mode ?? "off";
      const others = present.filter((one) => one.id !== id && one.proven_at !== null);
      const isProven = present.some((one) => one.id === id && one.proven_at !== null);
      if (isProven && others.length === 0 && mode !== "off") throw invalid(texts.SSO_LAST_DOMAIN);
      if (isProven && others.length === 0 && (await findDirectory(tx, organization_id)))
        throw invalid(DIRECTORY_LAST_DOMAIN);
      if (!id || !(await domains.deleteSsoDomain(tx, { organization_id, id }))) throw notFound(named);
    });
    return { id: named };
  });
}
