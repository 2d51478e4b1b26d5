/**
 * The last part of a settings page: what stops or removes the thing, one section each, with its consequence.
 *
 * The question and the double-click guard come from `useActionPrompt`.
 */
import { Button } from "../button.tsx";
import { Section } from "../form/section.tsx";
import { startLabel, type ActionStarter, type EntityAction } from "./entity-actions.tsx";

export interface DangerZoneProps {
  actions: readonly EntityAction[];
  starter: ActionStarter;
  /** Why this person may not do any of it. The buttons stay visible. */
  refusal: string | undefined;
}

export function DangerZone({ actions, starter, refusal }: DangerZoneProps) {
  return actions.map((action) => (
    <Section key={action.label} title={action.title} text={action.summary}>
      <Button
        variant={action.isDanger === true ? "danger" : "secondary"}
        disabledReason={refusal}
        isPending={starter.isRunning(action.of)}
        onClick={() => starter.start(action)}
      >
        {startLabel(action)}
      </Button>
    </Section>
  ));
}
