/** /sources/new: creates a source. The type comes first, because it decides what else can be set. */
import { sourceTypeDetails } from "@posthorn/contract/source-catalogue";
import type { SourceType } from "@posthorn/contract/source-types";
import { SOURCE_SAVE_FAILED } from "@posthorn/contract/texts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Link as LinkIcon } from "lucide-react";
import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { DescriptionField } from "../../resources/names/description-field.tsx";
import { NameField } from "../../resources/names/name-field.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useCreateSource } from "../../resources/sources/source-actions.ts";
import { SourceConfigurationFields } from "../../resources/sources/source-configuration-fields.tsx";
import {
  emptySource,
  NewSourceForm,
  sourceFieldOf,
  sourceInputOf,
  type SourceValues,
} from "../../resources/sources/source-form.ts";
import { SourceTypeDocs } from "../../resources/sources/source-type-docs.tsx";
import { SourceTypeMark } from "../../resources/sources/source-type-mark.tsx";
import { SourceTypePicker } from "../../resources/sources/source-type-picker.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { NewPage } from "../../ui/form/new-page.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";

const route = getRouteApi("/_app/sources/new");

export function SourceNewScreen() {
  const navigate = route.useNavigate();
  const [stored] = useState(() => emptySource(""));
  const refusal = useRefusal("configure");
  const { mutateAsync } = useCreateSource();
  const created = useRef("");
  const create = async (values: SourceValues) => {
    const { id } = await mutateAsync(sourceInputOf(values));
    created.current = id;
  };
  const form = useSaveForm({
    schema: NewSourceForm,
    stored,
    isNew: true,
    save: (values) =>
      refusalOf(create(values), {
        failed: SOURCE_SAVE_FAILED,
        fieldOf: (path) => sourceFieldOf(values, path),
      }),
    onSaved: () => navigate({ to: "/sources/$id", params: { id: created.current }, replace: true }),
  });
  const type: SourceType | "" = useWatch({ control: form.state.control, name: "type" });
  return (
    <NewPage
      form={form}
      title="New source"
      listLabel="Sources"
      renderListLink={(link) => <Link to="/sources" {...link} />}
      createLabel="Create source"
      disabledReason={refusal}
      note={
        <p className="mr-auto flex items-center gap-2 text-sm text-ink-2 max-md:hidden">
          <LinkIcon aria-hidden className="size-3.5 shrink-0" />
          The source gets its own URL, ready to paste into {senderOf(type)}.
        </p>
      }
    >
      <main className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,496px)_minmax(0,1fr)] max-lg:content-start max-lg:overflow-y-auto">
        <div className="border-line px-5 py-5 max-lg:border-b max-md:px-3 lg:min-h-0 lg:overflow-y-auto lg:border-r">
          <SourceTypePicker name="type" />
        </div>
        <div className="px-5 py-5 max-md:px-3 lg:min-h-0 lg:overflow-y-auto">
          <div className="mx-auto flex max-w-150 flex-col gap-6">
            {type === "" ? null : <ChosenType type={type} />}
            <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
              <NameField
                name="name"
                label="Source name"
                placeholder={type === "" ? "e.g. stripe" : `e.g. ${type.toLowerCase()}`}
                isRequired
                question={(name) => ({ kind: "source", name })}
              />
              <DescriptionField />
            </div>
            {type === "" ? null : <SourceConfigurationFields type={type} />}
          </div>
        </div>
      </main>
    </NewPage>
  );
}

function senderOf(type: SourceType | ""): string {
  const details = type === "" ? undefined : sourceTypeDetails(type);
  return details?.category === "platform" ? details.label : "the sender";
}

function ChosenType({ type }: { type: SourceType }) {
  const { label, features } = sourceTypeDetails(type);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <SourceTypeMark type={type} />
      <div className="min-w-40 flex-1">
        <h2 className="text-base font-semibold">{label}</h2>
        <p className="text-sm text-ink-2">
          {features.includes("VERIFICATION")
            ? "Can check who sends the requests."
            : "Accepts what is sent to its URL."}
        </p>
      </div>
      <SourceTypeDocs type={type} className={buttonClass({ variant: "quiet", className: "ml-auto" })} />
    </div>
  );
}
