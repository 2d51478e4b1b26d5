/**
 * The rules of a connection as fields of a form. The form's values contain those of `RULES_SHAPE`.
 */
import { useWatch } from "react-hook-form";
import { FIX_ERRORS } from "../../ui/form/use-save-form.ts";
import { DelaySection } from "./delay-section.tsx";
import { RetrySection } from "./retry-section.tsx";
import { RuleSteps } from "./rule-steps.tsx";
import { rulesMistakes, rulesOf, type RulesFormValues } from "./rules-form.ts";
import { TryOnRecentButton } from "./try-on-recent/try-on-recent-button.tsx";

export interface RulesFieldsProps {
  /** The source of the connection. Null while it does not exist. */
  sourceId: string | null;
  /** Undefined while the connection does not exist. */
  connectionId?: string | undefined;
}

export function RulesFields({ sourceId, connectionId }: RulesFieldsProps) {
  const values = useWatch({ compute: (all: RulesFormValues) => all });
  const isWrong = rulesMistakes(values).length > 0;
  return (
    <div className="flex flex-col gap-3">
      <div className="rounded-md border border-line bg-surface">
        <div className="border-b border-line">
          <RetrySection />
        </div>
        <DelaySection />
      </div>
      <div className="mt-1 flex flex-wrap justify-between gap-x-3 text-xs text-ink-3">
        <p className="font-medium text-ink-2">Run before that, from top to bottom</p>
        <p>Drag to reorder, or Space and arrow keys</p>
      </div>
      <RuleSteps sourceId={sourceId} connectionId={connectionId} />
      <div>
        <TryOnRecentButton
          sourceId={sourceId}
          connectionId={connectionId}
          rules={isWrong ? [] : rulesOf(values)}
          disabledReason={isWrong ? FIX_ERRORS : undefined}
        />
      </div>
    </div>
  );
}
