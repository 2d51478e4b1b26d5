/**
 * /create-first-connection: the guide from a source to the first delivered event, for a project without a connection.
 *
 * The left side has the steps, the right side shows what has come of them. A project that has connections already gets the
 * form for another one.
 */
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { kindAndRate } from "../../resources/destinations/destination-words.ts";
import {
  guideConnectionsQuery,
  progressQuery,
  useSaveProgress,
} from "../../resources/onboarding/onboarding-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { ConfirmConnection } from "./confirm-connection.tsx";
import { GuidedDrawing } from "./guided-drawing.tsx";
import { GuidedHeader } from "./guided-header.tsx";
import { GuidedSection } from "./guided-section.tsx";
import type { GuidedStep, GuidedStepId } from "./guided-steps.ts";
import { countWords, guidedWords } from "./guided-words.ts";
import { useReportSteps } from "./use-report-steps.ts";
import { type GuidedFlow, useGuidedFlow } from "./use-guided-flow.ts";

/** Each part comes when its step does. */
const sourceStep = later(() => import("./source-step.tsx"));
const ChooseSource = sourceStep.component((loaded) => loaded.ChooseSource, FormLoading);
const EditSource = sourceStep.component((loaded) => loaded.EditSource, FormLoading);
const destinationStep = later(() => import("./destination-step.tsx"));
const ChooseDestination = destinationStep.component((loaded) => loaded.ChooseDestination, FormLoading);
const EditDestination = destinationStep.component((loaded) => loaded.EditDestination, FormLoading);
const rulesStep = later(() => import("./rules-step.tsx"));
const CreateRules = rulesStep.component((loaded) => loaded.CreateRules, FormLoading);
const EditRules = rulesStep.component((loaded) => loaded.EditRules, FormLoading);
const requestsStep = later(() => import("./requests-step.tsx"));
const RequestsAside = requestsStep.component((loaded) => loaded.RequestsAside);
const RequestsStep = requestsStep.component((loaded) => loaded.RequestsStep, FormLoading);
const CliSteps = later(() => import("../../resources/cli-clients/cli-steps.tsx")).component(
  (loaded) => loaded.CliSteps,
  FormLoading,
);
const ReviewStep = later(() => import("./review-step.tsx")).component(
  (loaded) => loaded.ReviewStep,
  FormLoading,
);
const RetryWaiting = later(() => import("./retry-waiting.tsx")).component((loaded) => loaded.RetryWaiting);
const LatestRequest = later(() => import("./latest-request.tsx")).component((loaded) => loaded.LatestRequest);

function FormLoading() {
  return <TextSkeleton label="the form" />;
}

export function GuidedScreen() {
  const progress = useQuery(progressQuery);
  const connections = useQuery(guideConnectionsQuery(null));
  const hasBegun = progress.data !== undefined && progress.data.source_id !== null;
  // Decided once: a connection that a colleague makes meanwhile must not take the form away from under a person.
  const [isFirst, setIsFirst] = useState<boolean>();
  if (isFirst === undefined && progress.data && connections.data)
    setIsFirst(hasBegun || connections.data.models.length === 0);
  if (isFirst === false) return <Navigate to="/connections/new" replace />;
  const failed = [progress, connections].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <Frame steps={[]}>
        <LoadFailed error={failed.error} onRetry={failed.refetch} isPage />
      </Frame>
    );
  return isFirst === undefined ? (
    <Frame steps={[]}>
      <FormLoading />
    </Frame>
  ) : (
    <Guide />
  );
}

function Frame({ steps, children }: { steps: readonly GuidedStep[]; children: React.ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <GuidedHeader steps={steps} />
      {children}
    </div>
  );
}

function Guide() {
  const loading = useGuidedFlow();
  useReportSteps("value" in loading ? loading.value : null);
  if ("value" in loading) return <Known flow={loading.value} />;
  return (
    <Frame steps={[]}>
      {"error" in loading ? (
        <LoadFailed error={loading.error} onRetry={loading.retry} isPage />
      ) : (
        <main className="p-10">
          <FormLoading />
        </main>
      )}
    </Frame>
  );
}

function Known({ flow }: { flow: GuidedFlow }) {
  const [draftSource, setDraftSource] = useState("");
  const [draftDestination, setDraftDestination] = useState("");
  const [editing, setEditing] = useState<GuidedStepId | null>(null);
  const { steps, latest } = flow;
  const words = guidedWords(flow, draftDestination);
  const endEdit = () => {
    // The form goes, and its button with the focus.
    if (editing !== null) document.getElementById(`step-${editing}`)?.focus();
    setEditing(null);
  };
  const step = (id: GuidedStepId) => steps.find((one) => one.id === id);
  const shared = { flow, editing, onEdit: setEditing, onEditEnd: endEdit };
  return (
    <Frame steps={steps}>
      {flow.connection ? <RetryWaiting flow={flow} /> : null}
      <LeaveGuard>
        <main className="min-h-0 flex-1 overflow-y-auto lg:grid lg:grid-cols-[minmax(0,46fr)_minmax(0,54fr)] lg:overflow-hidden">
          <div className="min-h-0 px-14 pt-1 pb-16 max-xl:px-8 max-md:px-3 lg:overflow-y-auto">
            <SourceSection {...shared} step={step("source")} onName={setDraftSource} />
            <RequestsSection flow={flow} step={step("requests")} />
            <DestinationSection {...shared} step={step("destination")} onName={setDraftDestination} />
            <RulesSection {...shared} step={step("rules")} />
            <CliSection flow={flow} step={step("cli")} />
            <ReviewSection flow={flow} step={step("review")} />
          </div>
          <aside
            aria-label="What has come of it"
            className="flex min-h-0 flex-col gap-8 border-line px-12 py-14 text-center max-lg:border-t max-lg:py-8 max-md:px-3 lg:overflow-y-auto lg:border-l"
          >
            <GuidedDrawing flow={flow} drafts={{ source: draftSource, destination: draftDestination }} />
            <div aria-live="polite">
              <p className="text-lg font-semibold [overflow-wrap:anywhere]">{words.title}</p>
              <p className="mt-0.5 text-sm [overflow-wrap:anywhere] text-ink-2">{words.text}</p>
            </div>
            {latest ? <LatestRequest request={latest} /> : null}
          </aside>
        </main>
      </LeaveGuard>
    </Frame>
  );
}

interface SectionProps {
  flow: GuidedFlow;
  step: GuidedStep | undefined;
}

interface EditableProps extends SectionProps {
  editing: GuidedStepId | null;
  onEdit: (id: GuidedStepId) => void;
  onEditEnd: () => void;
}

function EditButton({ what, onPress }: { what: string; onPress: () => void }) {
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Edit ${what}`}
      disabledReason={useRefusal("configure")}
      onClick={onPress}
    >
      Edit
    </Button>
  );
}

/** Saves a part of the progress; the rest stays. */
function useSavePart({ progress }: GuidedFlow) {
  const { mutateAsync: save } = useSaveProgress();
  const { source_id, destination_id, webhook_id } = progress;
  return (part: Partial<Record<"source_id" | "destination_id" | "webhook_id", string>>) =>
    save({ source_id, destination_id, webhook_id, ...part });
}

function SourceSection(props: EditableProps & { onName: (name: string) => void }) {
  const { flow, step, editing, onEdit, onEditEnd, onName } = props;
  const { source, progress } = flow;
  const save = useSavePart(flow);
  if (!step) return null;
  const isEditing = editing === "source" && source !== null;
  return (
    <GuidedSection
      step={step}
      title="Define source"
      aside={source && !isEditing ? <EditButton what="source" onPress={() => onEdit("source")} /> : undefined}
    >
      {source === null ? (
        <ChooseSource
          useCase={progress.use_case}
          onName={onName}
          onDone={(source_id) => save({ source_id })}
        />
      ) : isEditing ? (
        <EditSource source={source} onDone={onEditEnd} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="text-ink-2">{source.name}</span>
          <span aria-hidden className="text-ink-3">
            ·
          </span>
          <span className="mono min-w-0 [overflow-wrap:anywhere]">{source.url}</span>
          <CopyButton value={source.url} label="Copy source URL" />
        </p>
      )}
    </GuidedSection>
  );
}

function RequestsSection({ flow, step }: SectionProps) {
  if (!step) return null;
  return (
    <GuidedSection
      step={step}
      title="Send requests"
      note={
        flow.source
          ? `${countWords(flow.requests.length, flow.hasMoreRequests, "request")} so far`
          : undefined
      }
      aside={flow.source ? <RequestsAside flow={flow} /> : undefined}
    >
      {flow.source ? <RequestsStep flow={flow} /> : null}
    </GuidedSection>
  );
}

function DestinationSection(props: EditableProps & { onName: (name: string) => void }) {
  const { flow, step, editing, onEdit, onEditEnd, onName } = props;
  const { destination, progress } = flow;
  const save = useSavePart(flow);
  if (!step) return null;
  const isEditing = editing === "destination" && destination !== null;
  return (
    <GuidedSection
      step={step}
      title="Define destination"
      aside={
        destination && !isEditing ? (
          <EditButton what="destination" onPress={() => onEdit("destination")} />
        ) : undefined
      }
    >
      {destination === null ? (
        step.state === "current" ? (
          <ChooseDestination
            useCase={progress.use_case}
            onName={onName}
            onDone={(destination_id) => save({ destination_id })}
          />
        ) : null
      ) : isEditing ? (
        <EditDestination destination={destination} onDone={onEditEnd} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="text-ink-2">{destination.name}</span>
          <span aria-hidden className="text-ink-3">
            ·
          </span>
          <span className="mono min-w-0 [overflow-wrap:anywhere]">{destinationPlace(destination)}</span>
          <span className="text-ink-3">{kindAndRate(destination)}</span>
        </p>
      )}
    </GuidedSection>
  );
}

function RulesSection({ flow, step, editing, onEdit, onEditEnd }: EditableProps) {
  const { source, destination, connection } = flow;
  const save = useSavePart(flow);
  if (!step) return null;
  const isEditing = editing === "rules" && connection !== null;
  return (
    <GuidedSection
      step={step}
      title="Define connection rules"
      note={connection ? undefined : "Optional"}
      aside={
        connection && !isEditing ? <EditButton what="rules" onPress={() => onEdit("rules")} /> : undefined
      }
    >
      {connection === null ? (
        step.state === "current" && source && destination ? (
          <CreateRules
            ends={{ source_id: source.id, destination_id: destination.id }}
            onDone={(webhook_id) => save({ webhook_id })}
          />
        ) : null
      ) : isEditing ? (
        <EditRules connection={connection} onDone={onEditEnd} />
      ) : (
        <p className="text-sm text-ink-2">{rulesWords(connection.rules)}</p>
      )}
    </GuidedSection>
  );
}

function rulesWords(rules: NonNullable<GuidedFlow["connection"]>["rules"]): string {
  if (rules.length === 0) return "No rules: every request is delivered once.";
  const names = [...new Set(rules.map(({ type }) => type))].join(", ");
  return `${rules.length === 1 ? "1 rule" : `${rules.length} rules`}: ${names}`;
}

function CliSection({ flow: { connection, clients }, step }: SectionProps) {
  if (!step) return null;
  return (
    <GuidedSection step={step} title="Install CLI">
      {connection ? <CliSteps connection={connection} clients={clients} /> : null}
    </GuidedSection>
  );
}

function ReviewSection({ flow, step }: SectionProps) {
  if (!step) return null;
  const isOpen = flow.connection !== null && step.state === "current";
  return (
    <GuidedSection
      step={step}
      title="Review events"
      note={isOpen ? countWords(flow.events.length, flow.hasMoreEvents, "event") : undefined}
      aside={<ConfirmConnection hasEvents={flow.events.length > 0} />}
    >
      {isOpen ? <ReviewStep flow={flow} /> : null}
    </GuidedSection>
  );
}
