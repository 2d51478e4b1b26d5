/**
 * /connections/{id}/settings: details, rules, and what stops or removes the connection.
 *
 * Details and rules are saved apart, because they change for different reasons. Both send the version that they have
 * read, so neither overwrites what somebody else saved meanwhile.
 */
import type { Connection } from "@posthorn/contract/connections";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useWatch } from "react-hook-form";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { useConnectionActions } from "../../resources/connections/use-connection-actions.tsx";
import { destinationPlace } from "../../resources/destinations/destination-place.ts";
import { DescriptionField } from "../../resources/names/description-field.tsx";
import { NameField } from "../../resources/names/name-field.tsx";
import { RULES_ANCHOR } from "../../resources/rules/rule-list.tsx";
import { RequestCourse } from "../../resources/rules/request-course.tsx";
import { RulesFields } from "../../resources/rules/rules-fields.tsx";
import type { RulesFormValues } from "../../resources/rules/rules-form.ts";
import { TryRules } from "../../resources/rules/try-on-recent/try-rules.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { receivingWords } from "../../resources/sources/source-words.ts";
import { DangerZone } from "../../ui/entity-page/danger-zone.tsx";
import { useActionPrompt } from "../../ui/entity-page/entity-actions.tsx";
import { LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { ReadOnlyForms } from "../../ui/form/read-only-forms.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { SettingsMain } from "../../ui/form/settings-main.tsx";
import type { SaveForm } from "../../ui/form/use-save-form.ts";
import { useDetailsForm, useRulesForm } from "./connection-settings-forms.ts";

const route = getRouteApi("/_app/connections/$id/settings");

export function ConnectionSettings() {
  const { id } = route.useParams();
  const { data: connection } = useQuery(connectionQuery(id));
  // The frame around this tab shows the loading and the failed state.
  return connection === undefined ? null : <Settings key={id} connection={connection} />;
}

function Settings({ connection }: { connection: Connection }) {
  const navigate = route.useNavigate();
  const refusal = useRefusal("configure");
  const starter = useActionPrompt();
  const actionsFor = useConnectionActions(() => void navigate({ to: "/connections", ignoreBlocker: true }));
  const details = useDetailsForm(connection);
  const rules = useRulesForm(connection);
  return (
    <SettingsMain>
      <LeaveGuard>
        <ReadOnlyForms reason={refusal}>
          <FormSection form={details} title="Details" text="How you tell this connection apart from others.">
            <NameField
              name="name"
              label="Connection name"
              hint="Optional. Unique among the connections of its source."
              question={(name) => ({ kind: "connection", name, source_id: connection.source.id })}
            />
            <DescriptionField />
          </FormSection>
          <FormSection
            id={RULES_ANCHOR}
            form={rules}
            title="Rules"
            text={
              <>
                What happens to a request on its way to the destination.
                <EditedCourse connection={connection} form={rules} />
              </>
            }
          >
            <RulesFields sourceId={connection.source.id} connectionId={connection.id} />
            <TryRules source={connection.source} connectionId={connection.id} />
          </FormSection>
        </ReadOnlyForms>
        <DangerZone actions={actionsFor(connection)} starter={starter} refusal={refusal} />
        {starter.question}
      </LeaveGuard>
    </SettingsMain>
  );
}

interface EditedCourseProps {
  connection: Connection;
  form: SaveForm<RulesFormValues>;
}

/** Absent where the section has no column for it. */
function EditedCourse({ connection: { source, destination }, form }: EditedCourseProps) {
  const rules = useWatch({ control: form.state.control, compute: (values: RulesFormValues) => values });
  return (
    <div className="mt-5 @max-3xl:hidden">
      <RequestCourse
        source={{ name: source.name, does: receivingWords(source) }}
        rules={rules}
        destination={{ name: destination.name, does: destinationPlace(destination) }}
      />
    </div>
  );
}
