/**
 * The way to a larger plan: to the row of the compare table that the person came for. It is there only if the organization
 * can choose another plan, and if the person may see the plans. With single sign-on there is no page of plans.
 */
import { Link } from "@tanstack/react-router";
import { useRefusal } from "../session/use-refusal.ts";
import { useSession } from "../session/use-session.ts";
import { linkClass } from "../../ui/link-class.ts";
import type { RowId } from "./row-ids.ts";

export interface UpgradeLinkProps {
  highlight: RowId;
  className?: string;
}

export function UpgradeLink({ highlight, className = linkClass }: UpgradeLinkProps) {
  const { organization } = useSession();
  const maySee = useRefusal("seeBilling") === undefined;
  if (!maySee || organization.uses_sso || organization.plan?.can_upgrade !== true) return null;
  return (
    <Link to="/settings/organization/plans" search={{ highlight }} className={className}>
      Upgrade plan
    </Link>
  );
}
