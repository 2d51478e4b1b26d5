/**
 * /connections/new: creates a connection from a source, a destination, rules and a name.
 *
 * A person can always press Create. If something is missing, the form says so and focuses the first wrong field.
 */
import { getRouteApi, Link } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useCreateConnection } from "../../resources/connections/connection-actions.ts";
import { GuideLink } from "../../resources/guides/guide-link.tsx";
import { NameField } from "../../resources/names/name-field.tsx";
import { RulesFields } from "../../resources/rules/rules-fields.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { buttonClass } from "../../ui/button.tsx";
import { NumberedSection } from "../../ui/form/numbered-section.tsx";
import { StepsNav } from "../../ui/form/steps-nav.tsx";
import { NewPage } from "../../ui/form/new-page.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import {
  ConnectionForm,
  connectionInputOf,
  creationWords,
  emptyForm,
  fieldOf,
  stepsOf,
} from "./connection-form.ts";
import { DestinationSection } from "./destination-section.tsx";
import { FormCourse } from "./form-course.tsx";
import { SourceSection } from "./source-section.tsx";

const route = getRouteApi("/_app/connections/new");

export function ConnectionNewScreen() {
  const prefill = route.useSearch();
  const navigate = route.useNavigate();
  const [stored] = useState(() => emptyForm(prefill));
  const refusal = useRefusal("configure");
  const { mutateAsync: create } = useCreateConnection();
  const created = useRef("");
  const form = useSaveForm({
    schema: ConnectionForm,
    stored,
    isNew: true,
    save: async (values) => {
      const creation = create(connectionInputOf(values));
      const refused = await refusalOf(creation, {
        failed: "An error occurred while saving the connection",
        kind: "connection",
        fieldOf: (path) => fieldOf(path, values),
      });
      if (refused === null) created.current = (await creation).id;
      return refused;
    },
    onSaved: () => navigate({ to: "/connections", search: { created: created.current }, replace: true }),
  });
  const values = useWatch({ control: form.state.control, compute: (all: typeof stored) => all });
  const { source_choice, source_id, destination_choice } = values;
  const { errors } = form.state.formState;

  return (
    <NewPage
      form={form}
      title="New connection"
      listLabel="Connections"
      renderListLink={(link) => <Link to="/connections" {...link} />}
      createLabel="Create"
      disabledReason={refusal}
      header={
        <>
          <StepsNav steps={stepsOf(values, errors)} />
          <div className="flex items-center gap-1 max-md:hidden">
            <GuideLink guide={null} className={buttonClass({ variant: "quiet" })}>
              Help
            </GuideLink>
            <Link to="/connections" className={buttonClass({ variant: "quiet" })}>
              Dashboard
            </Link>
          </div>
        </>
      }
      note={
        <GuideLink
          guide="connections"
          className={buttonClass({ variant: "quiet", className: "mr-auto -ml-3" })}
        >
          <BookOpen aria-hidden />
          Connections guide
        </GuideLink>
      }
    >
      <main className="@container min-h-0 flex-1 overflow-y-auto scroll-smooth px-5 max-md:px-3">
        <div className="mx-auto flex max-w-170 flex-col pt-2 pb-10 @min-[960px]:max-w-244">
          <SourceSection isNew={source_choice === "new"} />
          <DestinationSection isNew={destination_choice === "new"} />
          <NumberedSection
            number={3}
            id="rules"
            title="Rules"
            note="Optional"
            aside={<FormCourse values={values} errors={errors} />}
          >
            <RulesFields sourceId={source_choice === "new" || source_id === "" ? null : source_id} />
          </NumberedSection>
          <NumberedSection number={4} id="name" title="Name the connection" note="Optional">
            <NameField
              name="name"
              label="Connection name"
              hint="Tells two connections of the same source apart."
              question={(name) =>
                source_choice === "new" || source_id === "" ? null : { kind: "connection", name, source_id }
              }
            />
          </NumberedSection>
          <NumberedSection number={5} id="create" title="Create">
            <p className="text-sm text-ink-2">{creationWords(values)}</p>
          </NumberedSection>
        </div>
      </main>
    </NewPage>
  );
}
