/** The form that begins a plan: one text that names the person. */
import { IDENTIFIER_MAX_CHARACTERS, IDENTIFIER_MIN_CHARACTERS } from "@posthorn/contract/limits";
import { REQUIRED } from "@posthorn/contract/texts";
import { type FormEvent, useState } from "react";
import { usePlanErasure } from "../../resources/erasures/erasure-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { Input } from "../../ui/input.tsx";

function mistakeIn(identifier: string): string | undefined {
  const { length } = identifier.trim();
  if (length === 0) return REQUIRED;
  if (length < IDENTIFIER_MIN_CHARACTERS) return `Enter at least ${IDENTIFIER_MIN_CHARACTERS} characters`;
  if (length > IDENTIFIER_MAX_CHARACTERS) return `Enter at most ${IDENTIFIER_MAX_CHARACTERS} characters`;
  return undefined;
}

export function NewErasure() {
  const refusal = useRefusal("manageProject");
  const { mutate: plan, isPending } = usePlanErasure();
  const [identifier, setIdentifier] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refusal !== undefined || isPending) return;
    const mistake = mistakeIn(identifier);
    setError(mistake);
    if (mistake === undefined) plan(identifier.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
      <Field
        label="Identifier"
        hint="A mail address, the number of a customer, a name. Upper and lower case are the same."
        error={error}
        isRequired
        className="w-full"
      >
        <Input
          isMono
          placeholder="jane@example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={refusal !== undefined}
          value={identifier}
          onChange={({ target }) => {
            setIdentifier(target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" isPending={isPending} disabledReason={refusal}>
        Count what contains it
      </Button>
      {refusal === undefined ? null : <Refusal>{refusal}</Refusal>}
    </form>
  );
}
