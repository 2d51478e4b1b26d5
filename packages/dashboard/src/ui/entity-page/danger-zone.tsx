/**
 * The last part of a settings page: what stops or removes the thing, one section each, with its consequence.
 *
 * A button that asks first ends in "…". The question and the double-click guard come from `useActionPrompt`.
 */
import { Button } from "../button.tsx";
import type { ActionStarter, EntityAction } from "./entity-actions.tsx";

export interface DangerZoneProps {
  actions: readonly EntityAction[];
  starter: ActionStarter;
  /** Why this person may not do any of it. The buttons stay visible. */
  refusal: string | undefined;
}

export function DangerZone({ actions, starter, refusal }: DangerZoneProps) {
  return actions.map((action) => (
    <section
      key={action.label}
      aria-label={action.title}
      className="grid grid-cols-[248px_minmax(0,1fr)] gap-x-8 gap-y-4 border-b border-line py-6 last:border-b-0 max-md:grid-cols-1"
    >
      <div>
        <h2 className="text-base font-semibold">{action.title}</h2>
        <p className="mt-0.5 text-sm text-ink-3">{action.summary}</p>
      </div>
      <div>
        <Button
          variant={action.isDanger === true ? "danger" : "secondary"}
          disabledReason={refusal}
          isPending={starter.isRunning(action.of)}
          onClick={() => starter.start(action)}
        >
          {action.label}
          {action.prompt === undefined ? "" : "…"}
        </Button>
      </div>
    </section>
  ));
}
