/** Moves the project to another organization, of which the person is admin as well. */
import { can, RIGHTS } from "@posthorn/contract/roles";
import { useState } from "react";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Section } from "../../ui/form/section.tsx";
import { later } from "../../ui/later.tsx";

const dialog = later(() => import("./transfer-dialog.tsx"));
const TransferDialog = dialog.component((loaded) => loaded.TransferDialog);

export function TransferSection() {
  const { organization, organizations } = useSession();
  const refusal = useRefusal("transferProjects");
  const [isAsking, setIsAsking] = useState(false);
  const targets = organizations.filter(
    ({ id, role }) => id !== organization.id && can(role, RIGHTS.transferProjects.role),
  );
  const lack = targets.length > 0 ? undefined : "You are an admin of no other organization.";
  return (
    <Section title="Transfer project" text="Connections, events and keys move along; members do not.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          disabledReason={refusal ?? lack}
          onPointerEnter={dialog.load}
          onClick={() => setIsAsking(true)}
        >
          Transfer project…
        </Button>
        {refusal !== undefined ? (
          <Refusal>{refusal}</Refusal>
        ) : lack !== undefined ? (
          <p className="text-sm text-ink-2">{lack}</p>
        ) : null}
      </div>
      {isAsking ? <TransferDialog targets={targets} onClose={() => setIsAsking(false)} /> : null}
    </Section>
  );
}
