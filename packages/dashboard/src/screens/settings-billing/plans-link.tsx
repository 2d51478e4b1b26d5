/** The way to the plans. Organizations with single sign-on have no such page. */
import { Link } from "@tanstack/react-router";
import { useSession } from "../../resources/session/use-session.ts";
import { buttonClass } from "../../ui/button.tsx";

export function PlansLink() {
  const { organization } = useSession();
  if (organization.uses_sso) return null;
  return (
    <Link to="/settings/organization/plans" className={buttonClass()}>
      View plans
    </Link>
  );
}
