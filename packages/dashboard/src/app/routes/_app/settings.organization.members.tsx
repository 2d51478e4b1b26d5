/** `/settings/organization/members`: the page below its dialog, which has an address of its own. */
import { createFileRoute } from "@tanstack/react-router";
import { MembersScreen } from "../../../screens/settings-members/members-screen.tsx";
import { MembersSearch } from "../../../screens/settings-members/members-url.ts";

export const Route = createFileRoute("/_app/settings/organization/members")({
  validateSearch: MembersSearch,
  component: MembersScreen,
});
