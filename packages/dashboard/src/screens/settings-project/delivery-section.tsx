/** What the headers begin with that Posthorn adds to each delivery. */
import { HEADERS_PREFIX_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { HEADERS_PREFIX_PATTERN, type Project } from "@posthorn/contract/projects";
import { REQUIRED } from "@posthorn/contract/texts";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useProjectForm } from "./use-project-form.ts";

interface Values {
  has_prefix: boolean;
  headers_prefix: string;
}

/** Counts only while the prefix is switched on. */
function prefixMust(isRight: (prefix: string) => boolean, error: string) {
  return z.refine<Values>(({ has_prefix, headers_prefix }) => !has_prefix || isRight(headers_prefix), {
    path: ["headers_prefix"],
    error,
  });
}

const DeliveryForm = z.object({ has_prefix: z.boolean(), headers_prefix: z.string() }).check(
  prefixMust((prefix) => prefix !== "", REQUIRED),
  prefixMust(
    (prefix) => prefix === "" || HEADERS_PREFIX_PATTERN.test(prefix),
    "May contain only letters, digits, hyphens and underscores, and begins with a letter or digit",
  ),
  prefixMust(
    (prefix) => prefix.length <= HEADERS_PREFIX_MAX_CHARACTERS,
    `Use at most ${HEADERS_PREFIX_MAX_CHARACTERS} characters`,
  ),
);

function valuesOf({ headers_prefix }: Project): Values {
  return { has_prefix: headers_prefix !== null, headers_prefix: headers_prefix ?? "" };
}

/** As a receiver will see them: in small letters, and with one hyphen after the prefix. */
function sentAs(prefix: string): string {
  const beginning = prefix.toLowerCase().replace(/-*$/, "-");
  return `Sent as ${beginning}eventid, ${beginning}attempt-count …`;
}

export function DeliverySection({ project }: { project: Project }) {
  const form = useProjectForm<Values>(project, {
    schema: DeliveryForm,
    valuesOf,
    bodyOf: ({ has_prefix, headers_prefix }) => ({ headers_prefix: has_prefix ? headers_prefix : null }),
  });
  const { control } = form.state;
  const isOn = useWatch({ control, name: "has_prefix" });
  const prefix = useWatch({ control, name: "headers_prefix" });
  return (
    <FormSection form={form} title="Delivery options" text="What Posthorn adds to each request it sends.">
      <CheckboxField
        name="has_prefix"
        label="Custom headers prefix"
        hint="Without it, the headers begin with x-posthorn-."
      />
      {isOn ? (
        <div className="max-w-90 border-l border-line pl-4">
          <TextField
            name="headers_prefix"
            label="Headers prefix"
            isRequired
            isMono
            autoComplete="off"
            spellCheck={false}
            placeholder="x-acme"
            {...(prefix !== "" && { hint: sentAs(prefix) })}
          />
        </div>
      ) : null}
    </FormSection>
  );
}
