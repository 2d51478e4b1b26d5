/** The dialog that helps a person whose requests do not arrive. It lies above the one that waits for them. */
import { CircleDashed, TriangleAlert } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { findingsOf, type Known } from "./troubleshooting.ts";

export function Troubleshoot({ onClose, ...known }: Known & { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Troubleshoot"
      description="What may keep requests from arriving, the most likely first."
      footer={<Button onClick={onClose}>Back</Button>}
    >
      <ul className="flex flex-col gap-3 text-sm">
        {findingsOf(known).map(({ isProblem, title, text }) => (
          <li key={title} className="flex gap-2.5">
            {isProblem ? (
              <TriangleAlert aria-label="Problem" className="mt-0.5 size-4 shrink-0 text-bad" />
            ) : (
              <CircleDashed aria-label="To check" className="mt-0.5 size-4 shrink-0 text-ink-3" />
            )}
            <div>
              <p className="font-medium">{title}</p>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
