/** "See it alive": the way into the sample project, and out of it. */
import { Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { RemoveSampleButton } from "../../resources/sample-project/remove-sample-button.tsx";
import { useOpenSample } from "../../resources/sample-project/sample-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { useSwitchProject } from "../../resources/session/use-switch-project.ts";
import { Button, buttonClass } from "../../ui/button.tsx";

export function SampleCard() {
  const { project, projects, organization } = useSession();
  const sample = projects.find((one) => one.is_sample && one.organization_id === organization.id);
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface px-5 py-4">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-full border border-line-strong text-ink-2 [&_svg]:size-4"
      >
        <FlaskConical />
      </span>
      <div className="min-w-0 flex-[1_1_11rem]">
        <h2 className="font-medium">See it alive</h2>
        <p className="mt-0.5 text-sm text-ink-2">
          A sample project with a day of made-up traffic: deliveries, failures, issues and charts on every
          page. Nothing in it is sent to another machine.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {sample ? <RemoveSampleButton id={sample.id} /> : null}
        {sample?.id === project.id ? (
          <Link to="/events" className={buttonClass()}>
            See its events
          </Link>
        ) : sample ? (
          <OpenButton id={sample.id} />
        ) : (
          <CreateButton />
        )}
      </div>
    </section>
  );
}

function OpenButton({ id }: { id: string }) {
  const switchProject = useSwitchProject();
  return <Button onClick={() => void switchProject(id, "/events")}>Open sample project</Button>;
}

function CreateButton() {
  const open = useOpenSample();
  return (
    <Button
      isPending={open.isPending}
      disabledReason={useRefusal("createProjects")}
      onClick={() => open.mutate()}
    >
      Create sample project
    </Button>
  );
}
