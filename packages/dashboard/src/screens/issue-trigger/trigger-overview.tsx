/** The Overview tab of a trigger: what it has done, when it opens an issue, who is told, its name, and its end. */
import type { IssueTrigger } from "@posthorn/contract/issue-triggers";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { BehaviorFields } from "../../resources/issue-triggers/behavior-fields.tsx";
import { ChannelsField } from "../../resources/issue-triggers/channels-field.tsx";
import {
  RENAME_FAILED,
  UPDATE_FAILED,
  useSwitchIssueTrigger,
  useUpdateIssueTrigger,
} from "../../resources/issue-triggers/issue-trigger-actions.ts";
import { issueTriggerQuery } from "../../resources/issue-triggers/issue-trigger-queries.ts";
import {
  BEHAVIOR_FORMS,
  behaviorValuesOf,
  CHANNELS_FORM,
  channelsInputOf,
  channelValuesOf,
  configsInputOf,
} from "../../resources/issue-triggers/trigger-form.ts";
import { triggerIdIn } from "../../resources/issue-triggers/trigger-link.ts";
import { TRIGGER_WORDS } from "../../resources/issue-triggers/trigger-words.ts";
import { useTriggerActions } from "../../resources/issue-triggers/use-trigger-actions.tsx";
import { issueCountQuery } from "../../resources/issues/issue-counts.ts";
import { lastIssueQuery } from "../../resources/issues/issue-queries.ts";
import { ISSUE_TYPE_WORDS } from "../../resources/issues/issue-type-words.ts";
import { NameField } from "../../resources/names/name-field.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { countText } from "../../ui/count.ts";
import { useActionPrompt, startLabel } from "../../ui/entity-page/entity-actions.tsx";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { Section } from "../../ui/form/section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { Switch } from "../../ui/switch.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

const route = getRouteApi("/_app/issue-triggers/it_{$id}/");

export function TriggerOverview() {
  const id = triggerIdIn(route.useParams());
  const { data: trigger } = useQuery(issueTriggerQuery(id));
  const refusal = useRefusal("triage");
  // The frame shows the page only once it has the trigger.
  if (!trigger) return null;
  return (
    <SettingsMain>
      <LeaveGuard>
        <Details trigger={trigger} />
        <ReadOnlyForms reason={refusal}>
          <Behavior trigger={trigger} />
          <ToldChannels trigger={trigger} />
          <TriggerName trigger={trigger} />
        </ReadOnlyForms>
        <Status trigger={trigger} refusal={refusal} />
        <Deletion trigger={trigger} refusal={refusal} />
      </LeaveGuard>
    </SettingsMain>
  );
}

function Details({ trigger: { id, type, created_at } }: { trigger: IssueTrigger }) {
  const all = useQuery(issueCountQuery({ issue_trigger_id: id })).data?.count;
  const open = useQuery(issueCountQuery({ issue_trigger_id: id, status: "OPENED" })).data?.count;
  const last = useQuery(lastIssueQuery(id)).data?.models[0]?.last_seen_at;
  const { label, icon: Icon } = ISSUE_TYPE_WORDS[type];
  return (
    <Section title="Details" text="What it has done so far.">
      <dl className="flex flex-wrap gap-x-12 gap-y-3 text-sm [&_dt]:mb-0.5 [&_dt]:text-ink-3">
        <div>
          <dt>Type</dt>
          <dd className="flex items-center gap-1.5">
            <Icon aria-hidden className="size-3.5" />
            {label}
          </dd>
        </div>
        <div>
          <dt>Triggered issues</dt>
          <dd className="tabular-nums">
            {countText(all)} in all, {countText(open)} open
          </dd>
        </div>
        <div>
          <dt>Last triggered</dt>
          <dd>{last === undefined ? "–" : <Timestamp value={last} />}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Timestamp value={created_at} />
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function Behavior({ trigger }: { trigger: IssueTrigger }) {
  const { id, type, updated_at } = trigger;
  const { mutateAsync: update } = useUpdateIssueTrigger();
  const form = useSaveForm({
    schema: BEHAVIOR_FORMS[type],
    stored: behaviorValuesOf(trigger),
    version: updated_at,
    save: (values) =>
      refusalOf(update({ id, body: { configs: configsInputOf(type, values) } }), { failed: UPDATE_FAILED }),
  });
  return (
    <FormSection form={form} title="Behavior" text={TRIGGER_WORDS[type].explains}>
      <BehaviorFields type={type} />
    </FormSection>
  );
}

function ToldChannels({ trigger: { id, channels, updated_at } }: { trigger: IssueTrigger }) {
  const { mutateAsync: update } = useUpdateIssueTrigger();
  const form = useSaveForm({
    schema: CHANNELS_FORM,
    stored: channelValuesOf(channels),
    version: updated_at,
    save: (values) =>
      refusalOf(update({ id, body: { channels: channelsInputOf(values) } }), { failed: UPDATE_FAILED }),
  });
  return (
    <FormSection form={form} title="Channels" text="Each hears of an issue once, when it opens or reopens.">
      <ChannelsField />
    </FormSection>
  );
}

const NameForm = z.object({ name: z.string() });

function TriggerName({ trigger: { id, name, updated_at } }: { trigger: IssueTrigger }) {
  const { mutateAsync: update } = useUpdateIssueTrigger();
  const form = useSaveForm({
    schema: NameForm,
    stored: { name: name ?? "" },
    version: updated_at,
    save: (values) =>
      refusalOf(update({ id, body: { name: values.name === "" ? null : values.name } }), {
        failed: RENAME_FAILED,
      }),
  });
  return (
    <FormSection form={form} title="Trigger name" text="Unique in the project. It may be left empty.">
      <NameField
        name="name"
        label="Trigger name"
        question={(typed) => ({ kind: "issue_trigger", name: typed })}
      />
    </FormSection>
  );
}

interface EndProps {
  trigger: IssueTrigger;
  refusal: string | undefined;
}

function Status({ trigger: { id, disabled_at }, refusal }: EndProps) {
  const { mutate: change, isPending } = useSwitchIssueTrigger();
  const isOn = disabled_at === null;
  return (
    <Section title="Status" text="Disabled, it opens no issues.">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <Switch
          label={isOn ? "Enabled" : "Disabled"}
          isOn={isOn}
          isPending={isPending}
          disabledReason={refusal}
          onChange={(next) => change({ id, isOn: next })}
        />
        {disabled_at === null ? null : (
          <span className="text-ink-3">
            since <Timestamp value={disabled_at} />
          </span>
        )}
      </div>
    </Section>
  );
}

function Deletion({ trigger, refusal }: EndProps) {
  const navigate = useNavigate();
  const starter = useActionPrompt();
  const actionsOf = useTriggerActions(
    // A person who deletes the trigger does not want to be asked about unsaved changes to it.
    () => void navigate({ to: "/issue-triggers/$type", params: { type: trigger.type }, ignoreBlocker: true }),
  );
  return (
    <Section title="Delete trigger" text="Its issues stay.">
      {actionsOf(trigger)
        .filter(({ isDanger }) => isDanger)
        .map((action) => (
          <Button
            key={action.label}
            variant="danger"
            icon={action.icon}
            disabledReason={refusal}
            isPending={starter.isRunning(action.of)}
            onClick={() => starter.start(action)}
          >
            {startLabel({ ...action, label: action.title })}
          </Button>
        ))}
      {starter.question}
    </Section>
  );
}
