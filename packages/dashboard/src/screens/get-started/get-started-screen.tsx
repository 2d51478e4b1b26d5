/** /get-started: what are the first steps, what is the product good for, and where can a person read on? */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, type ReactNode } from "react";
import { OwnLink } from "../../resources/own-link.tsx";
import { firstStepsQuery } from "../../resources/sample-project/first-steps-query.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { connectionStep, peopleStep, type Step } from "./first-steps.ts";
import { DocCards, UseCaseCards } from "./get-started-cards.tsx";
import { SampleCard } from "./sample-card.tsx";
import { StepCard } from "./step-card.tsx";

export function GetStartedScreen() {
  const { organization } = useSession();
  const steps = useQuery(firstStepsQuery);
  const connection = connectionStep(steps.data);
  const people = peopleStep(steps.data, organization.name);
  return (
    <>
      <PageHeader title="Get Started" />
      <main className="min-h-0 flex-1 overflow-y-auto px-5 max-md:px-3">
        <div className="mx-auto flex max-w-270 flex-col gap-8 pt-8 pb-16">
          <div className="flex flex-col gap-3">
            {steps.isError && !steps.data ? (
              <LoadFailedLine what="Your first steps" error={steps.error} onRetry={steps.refetch} />
            ) : (
              <ol aria-label="First steps" className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
                <StepCard
                  number={1}
                  title="Create a connection"
                  {...connection}
                  action={<ConnectionAction step={connection} />}
                />
                <StepCard
                  number={2}
                  title="Invite team members"
                  {...people}
                  action={<InviteAction isNext={connection.isDone === true && people.isDone === false} />}
                />
              </ol>
            )}
            <SampleCard />
          </div>
          <CardSection title="What people use it for" note="Each opens a worked example.">
            <UseCaseCards />
          </CardSection>
          <CardSection title="Documentation" note="One page each.">
            <DocCards />
          </CardSection>
        </div>
      </main>
    </>
  );
}

function CardSection({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <h2 id={headingId} className="font-semibold">
          {title}
        </h2>
        <span className="text-sm text-ink-2">{note}</span>
      </div>
      {children}
    </section>
  );
}

/** The guide through the first connection is for those who never had one. */
function ConnectionAction({ step: { isDone } }: { step: Step }) {
  const refusal = useRefusal("configure");
  const label = isDone ? "Create another" : "Create";
  const variant = isDone ? "secondary" : "primary";
  if (refusal !== undefined)
    return (
      <Button variant={variant} disabledReason={refusal}>
        {label}
      </Button>
    );
  return (
    <OwnLink
      address={isDone ? "/connections/new" : "/create-first-connection"}
      className={buttonClass({ variant })}
    >
      {label}
    </OwnLink>
  );
}

/** The primary action if it is the next step. */
function InviteAction({ isNext }: { isNext: boolean }) {
  const refusal = useRefusal("manageMembers");
  const variant = isNext ? "primary" : "secondary";
  if (refusal !== undefined)
    return (
      <Button variant={variant} disabledReason={refusal}>
        Invite
      </Button>
    );
  return (
    <Link
      to="/settings/organization/members"
      search={{ tab: "invited" }}
      className={buttonClass({ variant })}
    >
      Invite
    </Link>
  );
}
