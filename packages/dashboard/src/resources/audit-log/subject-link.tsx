/** The link to what an entry is about, if it still exists. A thing of another project opens in that project. */
import type { AuditEntry } from "@posthorn/contract/audit-log";
import { linkClass } from "../../ui/link-class.ts";
import { OwnLink } from "../own-link.tsx";
import { useOpenInProject } from "../session/use-switch-project.ts";
import { useSession } from "../session/use-session.ts";

const PAGES: Readonly<Partial<Record<AuditEntry["subject"]["type"], (id: string) => `/${string}`>>> = {
  source: (id) => `/sources/${id}`,
  destination: (id) => `/destinations/${id}`,
  connection: (id) => `/connections/${id}`,
  transformation: (id) => `/transformations/${id}`,
  issue_trigger: (id) => `/issue-triggers/${id}`,
  event: (id) => `/events/${id}`,
  request: (id) => `/requests/${id}`,
  bookmark: () => "/bookmarks",
  project: () => "/settings/project/general",
  project_member: () => "/settings/project/access",
  single_sign_on: () => "/settings/organization/single-sign-on",
  sso_domain: () => "/settings/organization/single-sign-on",
  erasure: () => "/settings/project/personal-data",
  custom_domain: () => "/settings/project/general",
  api_key: () => "/settings/project/secrets",
  cli_key: () => "/settings/project/secrets",
  team_integration: () => "/settings/project/integrations",
  organization: () => "/settings/organization/general",
  member: () => "/settings/organization/members",
  invitation: () => "/settings/organization/members?tab=invited",
  subscription: () => "/settings/organization/plans",
  billing_email: () => "/settings/organization/billing",
  card: () => "/settings/organization/billing",
  invoice: () => "/settings/organization/billing",
};

/** Null if there is no such page, or the thing is gone. */
function subjectAddress({ subject, project }: Pick<AuditEntry, "subject" | "project">): `/${string}` | null {
  if (subject.is_deleted || project?.name === null) return null;
  return PAGES[subject.type]?.(subject.id) ?? null;
}

export function SubjectLink({ entry, children }: { entry: AuditEntry; children: string }) {
  const { project, projects } = useSession();
  const openIn = useOpenInProject();
  const address = subjectAddress(entry);
  if (address === null) return null;
  const other = entry.project !== null && entry.project.id !== project.id ? entry.project : null;
  if (other === null)
    return (
      <OwnLink address={address} className={linkClass}>
        {children}
      </OwnLink>
    );
  if (!projects.some(({ id }) => id === other.id)) return null;
  return (
    <button type="button" className={linkClass} onClick={() => void openIn(other.id, address)}>
      {children} in {other.name}
    </button>
  );
}
