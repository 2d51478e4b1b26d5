/**
 * /settings/organization/single-sign-on: which mail domains belong to the organization, the identity provider that knows its
 * people, the directory that they come from, and whether they must sign in there. Only the owner may open it.
 */
import { useQuery } from "@tanstack/react-query";
import { ssoQuery } from "../../resources/sso/sso-queries.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { DirectorySection } from "./directory-section.tsx";
import { DomainsSection } from "./domains-section.tsx";
import { ModeSections } from "./mode-sections.tsx";
import { RemoveSection } from "./remove-section.tsx";

export function SsoScreen() {
  const { organization } = useSession();
  const sso = useQuery(ssoQuery(organization.id));
  if (sso.data === undefined)
    return (
      <SettingsMain>
        {sso.isError ? (
          <LoadFailed error={sso.error} onRetry={sso.refetch} />
        ) : (
          <div className="py-6">
            <TextSkeleton label="single sign-on" />
          </div>
        )}
      </SettingsMain>
    );
  return (
    <SettingsMain>
      <LeaveGuard>
        <DomainsSection
          domains={sso.data.domains}
          // The owner is in neither number.
          memberCount={sso.data.covered_members + sso.data.other_members + 1}
        />
        <ConnectionSection sso={sso.data} />
        <DirectorySection hasDomain={sso.data.domains.some(({ status }) => status === "proven")} />
        <ModeSections sso={sso.data} />
        {sso.data.connection === null ? null : <RemoveSection />}
      </LeaveGuard>
    </SettingsMain>
  );
}
