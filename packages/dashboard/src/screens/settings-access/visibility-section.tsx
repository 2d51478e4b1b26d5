/** Whether everyone in the organization sees the project. A choice is saved at once, and can be undone. */
import type { ProjectMember } from "@posthorn/contract/project-members";
import { can } from "@posthorn/contract/roles";
import { Check } from "lucide-react";
import { useState } from "react";
import { firstMessage } from "../../resources/api/api-failure.ts";
import { useUpdateProject } from "../../resources/projects/project-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Section } from "../../ui/form/section.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { ReadOnlyContext } from "../../ui/read-only.ts";
import { toast } from "../../ui/toast.ts";

/** The people who see the project only while it is public. */
function onlyWhilePublic(members: readonly ProjectMember[]): number {
  return members.filter(({ inherited, role }) => inherited && !can(role, "admin")).length;
}

export function VisibilitySection({ members }: { members: readonly ProjectMember[] }) {
  const { project, organization } = useSession();
  const refusal = useRefusal("setPrivacy");
  const { mutate: update, isPending, variables } = useUpdateProject();
  const [saved, setSaved] = useState<string | null>(null);
  const isPrivate = (isPending ? variables.body.private : undefined) ?? project.private;
  const change = (toPrivate: boolean) => {
    if (isPending) return;
    const count = onlyWhilePublic(members);
    const hidden = `${count === 1 ? "1 member" : `${count} members`} of ${organization.name} no longer ${count === 1 ? "sees" : "see"} ${project.name}.`;
    setSaved(null);
    update(
      { id: project.id, body: { private: toPrivate } },
      {
        onSuccess: () =>
          setSaved(toPrivate ? hidden : `Everyone in ${organization.name} sees ${project.name} now.`),
        onError: (error) => toast.error("Failed to update project", { description: firstMessage(error) }),
      },
    );
  };
  return (
    <Section title="Visibility" text="Only organization admins and owners change it. It is saved at once.">
      <ReadOnlyContext value={refusal}>
        <RadioGroup
          legend={<span className="sr-only">Visibility</span>}
          isInline
          value={isPrivate ? "private" : "public"}
          onChange={(chosen) => change(chosen === "private")}
          choices={[
            {
              value: "public",
              label: "Public",
              hint: `Everyone in ${organization.name} sees this project, with their organization role`,
            },
            {
              value: "private",
              label: "Private",
              hint: `Only the members below, and admins and owners of ${organization.name}`,
            },
          ]}
        />
      </ReadOnlyContext>
      {refusal === undefined ? null : <Refusal className="mt-2">{refusal}</Refusal>}
      <output className="block text-sm text-ink-2">
        {saved === null ? null : (
          <span className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="flex items-center gap-1 font-medium text-ok">
              <Check aria-hidden className="size-3.5" />
              Saved
            </span>
            {saved}
            <Button size="sm" variant="quiet" onClick={() => change(!isPrivate)}>
              Undo
            </Button>
          </span>
        )}
      </output>
    </Section>
  );
}
