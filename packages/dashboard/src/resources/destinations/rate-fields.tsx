/** How fast may events be delivered? A limit of its own, or none. Warns if the project's maximum is lower. */
import { RATE_LIMIT_PERIODS } from "@posthorn/contract/destinations";
import { useQuery } from "@tanstack/react-query";
import { useController, useWatch } from "react-hook-form";
import { Callout } from "../../ui/callout.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { projectQuery } from "../projects/project-queries.ts";
import { useSession } from "../session/use-session.ts";
import { SUGGESTED_RATE, type DestinationConfiguration } from "./destination-form.ts";
import type { DestinationFieldsProps } from "./destination-fields.tsx";
import { RATE_PERIOD_LABELS } from "./destination-words.ts";
import { rateWarning } from "./rate-warning.ts";

const PERIOD_OPTIONS = RATE_LIMIT_PERIODS.map((value) => ({ value, label: RATE_PERIOD_LABELS[value] }));

type Rate = DestinationConfiguration["rate_limit"];

export function RateFields({ at }: DestinationFieldsProps) {
  const { project } = useSession();
  const mostPerSecond = useQuery(projectQuery(project.id)).data?.max_events_per_second ?? null;
  const { field: isLimited } = useController({ name: `${at}has_rate_limit` });
  const { field: rateInput } = useController({ name: `${at}rate_limit` });
  const rate: Rate = rateInput.value;
  const period: DestinationConfiguration["rate_limit_period"] = useWatch({ name: `${at}rate_limit_period` });
  const limit = (isOn: boolean) => {
    isLimited.onChange(isOn);
    if (isOn && rate === null) rateInput.onChange(mostPerSecond ?? SUGGESTED_RATE);
  };
  const warning = isLimited.value === true ? rateWarning(rate, period, mostPerSecond) : null;
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Limit the delivery rate"
        hint="Events above the rate wait for their turn. Without a limit, events are sent as fast as the destination answers."
        checked={isLimited.value === true}
        onBlur={isLimited.onBlur}
        onChange={(change) => limit(change.target.checked)}
      />
      {isLimited.value === true ? (
        <div className="flex flex-col gap-3 border-l border-line pl-4">
          <div className="flex flex-wrap items-start gap-3 [&>*]:w-44">
            <NumberField name={`${at}rate_limit`} label="Max delivery rate" isRequired min={1} />
            <SelectField name={`${at}rate_limit_period`} label="Period" options={PERIOD_OPTIONS} />
          </div>
          {warning === null ? null : (
            <Callout tone="hold" title={warning}>
              The maximum belongs to the project's quotas, under throughput.
            </Callout>
          )}
        </div>
      ) : null}
    </div>
  );
}
