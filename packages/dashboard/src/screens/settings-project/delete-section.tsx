/** Ends the project. */
import { useState } from "react";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Section } from "../../ui/form/section.tsx";
import { later } from "../../ui/later.tsx";

const dialog = later(() => import("./delete-dialog.tsx"));
const DeleteDialog = dialog.component((loaded) => loaded.DeleteDialog);

export function DeleteSection() {
  const refusal = useRefusal("deleteProjects");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title="Delete project" text="Sources stop receiving at once. This cannot be undone.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          variant="danger"
          disabledReason={refusal}
          onPointerEnter={dialog.load}
          onClick={() => setIsAsking(true)}
        >
          Delete project…
        </Button>
        {refusal === undefined ? null : <Refusal>{refusal}</Refusal>}
      </div>
      {isAsking ? <DeleteDialog onClose={() => setIsAsking(false)} /> : null}
    </Section>
  );
}
