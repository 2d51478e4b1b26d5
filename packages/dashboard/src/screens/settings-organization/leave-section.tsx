/** How a person leaves the organization. The owner hands it on first. */
import { SSO_USER_STAYS } from "@posthorn/contract/sso-texts";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../resources/session/use-session.ts";
import { LeaveOrganizationButton } from "../../resources/organizations/leave-organization-button.tsx";
import { Section } from "../../ui/form/section.tsx";
import { linkClass } from "../../ui/link-class.ts";

export function LeaveSection() {
  const { organization } = useSession();
  return (
    <Section title="Leave organization" text="You lose access to all its projects at once.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <LeaveOrganizationButton organization={organization} />
        {organization.role === "owner" ? (
          <p className="text-sm text-ink-2">
            You are the owner. Make{" "}
            <Link to="/settings/organization/members" className={linkClass}>
              another member
            </Link>{" "}
            the owner first.
          </p>
        ) : organization.is_sso_user ? (
          <p className="text-sm text-ink-2">{SSO_USER_STAYS}</p>
        ) : null}
      </div>
    </Section>
  );
}
