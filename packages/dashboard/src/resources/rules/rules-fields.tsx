/**
 * The rules of a connection as fields of a form. The form's values contain those of `RULES_SHAPE`.
 */
import { DelaySection } from "./delay-section.tsx";
import { RetrySection } from "./retry-section.tsx";
import { RuleSteps } from "./rule-steps.tsx";

export interface RulesFieldsProps {
  /** The source of the connection. Null while it does not exist. */
  sourceId: string | null;
  /** Undefined while the connection does not exist. */
  connectionId?: string | undefined;
}

export function RulesFields({ sourceId, connectionId }: RulesFieldsProps) {
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
    </div>
  );
}
