/**
 * Do groups of deliveries have a rate each? Deliveries with the same value at the key form a group; single groups can
 * have a rate of their own.
 */
import { GROUP_RATE_PERIODS } from "@posthorn/contract/destinations";
import { DELIVERY_GROUP_MAX_CHARACTERS, DELIVERY_GROUP_MAX_RATE } from "@posthorn/contract/limits";
import { cx } from "class-variance-authority";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useWatch } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import type { DestinationFieldsProps } from "./destination-fields.tsx";
import { RATE_PERIOD_LABELS } from "./destination-words.ts";

const PERIOD_OPTIONS = GROUP_RATE_PERIODS.map((value) => ({ value, label: RATE_PERIOD_LABELS[value] }));

export function DeliveryGroupsFields({ at }: DestinationFieldsProps) {
  const isOn: boolean = useWatch({ name: `${at}has_groups` });
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        name={`${at}has_groups`}
        label="Delivery groups"
        hint="Deliveries with the same value form a group, and each group has a rate of its own."
      />
      {isOn ? <Groups name={`${at}groups`} /> : null}
    </div>
  );
}

function Groups({ name }: { name: string }) {
  const readOnly = useReadOnly();
  const overrides = useFieldArray({ name: `${name}.overrides` });
  return (
    <div className="flex flex-col gap-4 border-l border-line pl-4">
      <TextField
        name={`${name}.key`}
        label="Group by"
        isRequired
        isMono
        autoComplete="off"
        spellCheck={false}
        maxLength={DELIVERY_GROUP_MAX_CHARACTERS}
        placeholder="body.customer.id"
        hint="headers, body, query or path, followed by the names that lead to a value."
      />
      <RateOfGroup name={name} label="Rate of each group" />
      {overrides.fields.map((override, at) => (
        <div key={override.id} className="flex flex-wrap items-start gap-3">
          <div className="w-44">
            <TextField
              name={`${name}.overrides.${at}.group`}
              label={`Group ${at + 1}`}
              isRequired
              isMono
              autoComplete="off"
              spellCheck={false}
              maxLength={DELIVERY_GROUP_MAX_CHARACTERS}
            />
          </div>
          <RateOfGroup
            name={`${name}.overrides.${at}`}
            label={`Rate of group ${at + 1}`}
            className="max-sm:order-last"
          />
          <IconButton
            label={`Remove group ${at + 1}`}
            icon={<Trash2 />}
            onClick={() => overrides.remove(at)}
            disabled={readOnly !== undefined}
            className="mt-6.5"
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Plus />}
          disabledReason={readOnly}
          onClick={() => overrides.append({ group: "", rate: null, rate_period: "second" })}
        >
          Add a rate for one group
        </Button>
      </div>
    </div>
  );
}

interface RateOfGroupProps {
  name: string;
  label: string;
  className?: string;
}

function RateOfGroup({ name, label, className }: RateOfGroupProps) {
  return (
    <div className={cx("flex flex-wrap items-start gap-3 [&>*]:w-36", className)}>
      <NumberField name={`${name}.rate`} label={label} isRequired min={1} max={DELIVERY_GROUP_MAX_RATE} />
      <SelectField name={`${name}.rate_period`} label="Period" options={PERIOD_OPTIONS} />
    </div>
  );
}
