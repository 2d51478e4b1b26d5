/** Tries the rules of the form around it, as they are now. */
import { RULES_TRIAL_MAX_REQUESTS } from "@posthorn/contract/limits";
import { useWatch } from "react-hook-form";
import { FIX_ERRORS } from "../../../ui/form/use-save-form.ts";
import { rulesIfValid, type RulesFormValues } from "../rules-form.ts";
import { TryOnRecentButton } from "./try-on-recent-button.tsx";

export interface TryRulesProps {
  source: { id: string; name: string };
  /** Undefined while the connection does not exist. */
  connectionId?: string | undefined;
}

export function TryRules({ source, connectionId }: TryRulesProps) {
  const rules = useWatch({ compute: (values: RulesFormValues) => rulesIfValid(values) });
  return (
    <div className="flex flex-col items-start gap-2">
      <TryOnRecentButton
        sourceId={source.id}
        connectionId={connectionId}
        rules={rules ?? []}
        disabledReason={rules === null ? FIX_ERRORS : undefined}
      />
      <p className="text-xs text-ink-2">
        Runs these rules over the last {RULES_TRIAL_MAX_REQUESTS} requests of {source.name}. Nothing is sent.
      </p>
    </div>
  );
}
