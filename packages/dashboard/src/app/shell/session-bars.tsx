/** Bars above the page that the session asks for. Most sessions ask for none, so this code loads with the first one. */
import type { CurrentSession } from "../../resources/session/use-session.ts";
import { SampleBar } from "./sample-bar.tsx";
import { UsageBar } from "./usage-bar.tsx";

export function SessionBars({ project, organization }: Pick<CurrentSession, "project" | "organization">) {
  const notice = organization.plan?.usage_notice;
  return (
    <>
      {notice ? (
        <UsageBar organizationId={organization.id} hasPlans={!organization.uses_sso} notice={notice} />
      ) : null}
      {project.is_sample ? <SampleBar id={project.id} /> : null}
    </>
  );
}
