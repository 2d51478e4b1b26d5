/** "How did you find out about Posthorn?", as chips of which one can be chosen. Nobody has to answer. */
import type { DISCOVERY_METHODS } from "@posthorn/contract/onboarding";
import { useId } from "react";
import { useFormField } from "../../ui/form/use-form-field.ts";

const LABELS: Record<(typeof DISCOVERY_METHODS)[number], string> = {
  search: "Search",
  colleague: "A colleague",
  github: "GitHub",
  blog_or_talk: "Blog or talk",
  ai_assistant: "AI assistant",
  other: "Other",
};

const QUESTION = "How did you find out about Posthorn?";

export function DiscoveryField({ name }: { name: string }) {
  const { value: chosen, set } = useFormField<string>(name, { label: QUESTION });
  const group = useId();
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1.5 text-sm font-medium">{QUESTION}</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(LABELS).map(([value, label]) => (
          <label
            key={value}
            className="relative cursor-pointer rounded-md border border-line bg-surface px-2.5 py-1 text-sm text-ink-2 transition-colors hover:border-line-strong has-checked:border-ink has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              value={value}
              checked={value === chosen}
              onChange={() => set(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
