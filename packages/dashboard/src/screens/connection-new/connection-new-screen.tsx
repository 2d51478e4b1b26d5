/**
 * /connections/new: creates a connection from a source, a destination and a name.
 *
 * A person can always press Create. If something is missing, the form says so and focuses the first wrong field.
 */
import { getRouteApi, Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { firstMessage } from "../../resources/api/api-failure.ts";
import { useCreateConnection } from "../../resources/connections/connection-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { connectionInputOf, doneSteps, emptyForm, type ConnectionFormValues } from "./connection-form.ts";
import { DestinationSection } from "./destination-section.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NameInput } from "./name-input.tsx";
import { Section } from "./section.tsx";
import { SourceSection } from "./source-section.tsx";
import { StepsNav } from "./steps-nav.tsx";
import { useConnectionForm } from "./use-connection-form.ts";

const route = getRouteApi("/_app/connections/new");

export function ConnectionNewScreen() {
  const prefill = route.useSearch();
  const navigate = route.useNavigate();
  const [start] = useState(() => emptyForm(prefill));
  const { form, values } = useConnectionForm(start);
  const { control, handleSubmit, formState } = form;
  const { errors, isDirty, submitCount } = formState;
  const hasMistakes = Object.keys(errors).length > 0;
  const refusal = useRefusal("member");
  const creation = useCreateConnection();
  const page = useRef<HTMLFormElement>(null);

  const create = (input: ConnectionFormValues) =>
    creation.mutate(connectionInputOf(input), {
      onSuccess: ({ id }) =>
        void navigate({ to: "/connections", search: { created: id }, replace: true, ignoreBlocker: true }),
    });

  // Focuses the first invalid field in the order of the page, not of the schema.
  useEffect(() => {
    if (submitCount > 0) page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);

  return (
    <>
      <PageHeader
        title="New connection"
        crumbs={
          <>
            <Link to="/connections">Connections</Link>
            <span aria-hidden>/</span>
          </>
        }
      >
        <StepsNav done={doneSteps(values)} />
        <Link
          to="/connections"
          aria-label="Close"
          data-tooltip="Close"
          className={buttonClass({ variant: "quiet", className: "w-8 px-0 [&_svg]:size-4" })}
        >
          <X aria-hidden />
        </Link>
      </PageHeader>
      <form
        ref={page}
        noValidate
        aria-label="New connection"
        onSubmit={(submit) => void handleSubmit(create)(submit)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <main className="min-h-0 flex-1 overflow-y-auto scroll-smooth px-5 max-md:px-3">
          <div className="mx-auto flex max-w-170 flex-col pt-2 pb-10">
            <SourceSection control={control} errors={errors} choice={values.source_choice} />
            <DestinationSection control={control} errors={errors} choice={values.destination_choice} />
            <Section number={3} step="name" title="Name the connection" note="Optional">
              <NameInput
                control={control}
                name="name"
                label="Connection name"
                hint="Tells two connections of the same source apart."
                error={errors.name?.message}
              />
            </Section>
          </div>
        </main>
        <footer className="flex min-h-14 flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-2.5 max-md:px-3">
          {creation.isError ? (
            <Callout
              tone="bad"
              isUrgent
              title={`An error occurred while saving the connection: ${firstMessage(creation.error)}`}
              className="mr-auto"
            />
          ) : null}
          {submitCount > 0 && hasMistakes ? (
            <p role="alert" className="mr-auto text-sm text-bad">
              Fix form errors
            </p>
          ) : null}
          <Link to="/connections" className={buttonClass()}>
            Cancel
          </Link>
          <Button type="submit" variant="primary" isPending={creation.isPending} disabledReason={refusal}>
            Create
          </Button>
        </footer>
      </form>
      <LeaveGuard isDirty={isDirty && !creation.isSuccess} />
    </>
  );
}
