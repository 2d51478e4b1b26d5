/**
 * /settings/project/access: who sees the project, and as what. The address says whether the dialog to add people is open.
 *
 * A person who may not add anybody finds the page below that address, without the dialog. A viewer does not see the people,
 * and finds here how to leave.
 */
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ProjectMember } from "@posthorn/contract/project-members";
import { projectMembersQuery } from "../../resources/project-members/project-member-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { InheritedSection } from "./inherited-section.tsx";
import { LeaveSection } from "./leave-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { useAddRefusal } from "./use-add-refusal.ts";
import { VisibilitySection } from "./visibility-section.tsx";

const dialog = later(() => import("./add-members-dialog.tsx"));
const AddMembersDialog = dialog.component((loaded) => loaded.AddMembersDialog);

export function AccessScreen() {
  const members = useQuery(projectMembersQuery);
  const navigate = useNavigate();
  const isAdding = useLocation({ select: ({ pathname }) => pathname.endsWith("/add") });
  const mayAdd = useAddRefusal() === undefined;
  return (
    <>
      <SettingsMain>
        {members.data ? (
          <Sections members={members.data.models} />
        ) : members.isError ? (
          <LoadFailed error={members.error} onRetry={members.refetch} />
        ) : (
          <div className="py-6">
            <TextSkeleton label="members" />
          </div>
        )}
      </SettingsMain>
      {members.data && isAdding && mayAdd ? (
        <AddMembersDialog
          members={members.data.models}
          onClose={() => void navigate({ to: "/settings/project/access", replace: true })}
        />
      ) : null}
    </>
  );
}

function Sections({ members }: { members: readonly ProjectMember[] }) {
  const refusal = useRefusal("seeProjectMembers");
  if (refusal !== undefined)
    return (
      <>
        <Section title="Members">
          <Refusal>{refusal}</Refusal>
        </Section>
        <LeaveSection members={members} />
      </>
    );
  return (
    <>
      <VisibilitySection members={members} />
      <MembersSection members={members.filter(({ inherited }) => !inherited)} onNearAdd={dialog.load} />
      <InheritedSection members={members.filter(({ inherited }) => inherited)} />
      <LeaveSection members={members} />
    </>
  );
}
