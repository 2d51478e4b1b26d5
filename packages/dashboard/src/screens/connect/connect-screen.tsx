/**
 * /connect: a service asks for a source of its own. A person sees what the service may do, and allows or declines it.
 *
 * The result is a managed source: its token is the proof of the service. `provider` is only a name in a link, which
 * anybody can write, so the page shows it as text and trusts it with nothing.
 */
import { slugify } from "@posthorn/contract/names";
import { REQUIRED, SOURCE_SAVE_FAILED } from "@posthorn/contract/texts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { NameField } from "../../resources/names/name-field.tsx";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useSession } from "../../resources/session/use-session.ts";
import { useCreateSource } from "../../resources/sources/source-actions.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FormMessages } from "../../ui/form/form-messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Refusal } from "../../ui/form/refusal.tsx";
import { SubmitButton } from "../../ui/form/submit-button.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { ReadOnlyContext } from "../../ui/read-only.ts";

const route = getRouteApi("/_app/connect/");

const ConnectForm = z.object({ name: z.string().check(z.minLength(1, REQUIRED)) });

export function ConnectScreen() {
  const { provider } = route.useSearch();
  const navigate = route.useNavigate();
  const { project } = useSession();
  const refusal = useRefusal("configure");
  const [stored] = useState(() => ({ name: slugify(provider ?? "").toLowerCase() }));
  const { mutateAsync } = useCreateSource();
  const created = useRef("");
  const create = async (name: string) => {
    const { id } = await mutateAsync({ name, type: "MANAGED", config: {} });
    created.current = id;
  };
  const form = useSaveForm({
    schema: ConnectForm,
    stored,
    isNew: true,
    save: ({ name }) => refusalOf(create(name), { failed: SOURCE_SAVE_FAILED }),
    onSaved: () =>
      navigate({
        to: "/connect/$source_id",
        params: { source_id: created.current },
        search: { provider },
        replace: true,
      }),
  });
  const service = provider ?? "A service";
  const [isDeclined, setIsDeclined] = useState(false);
  if (isDeclined) return <Declined service={service} />;
  return (
    <>
      <PageHeader title={provider === undefined ? "Connect a service" : `Connect ${provider}`} />
      <main className="min-h-0 flex-1 overflow-y-auto px-5 py-10 max-md:px-3">
        <Form
          form={form}
          label="Connect"
          startsInFirstField
          className="mx-auto flex max-w-120 flex-col gap-5 rounded-lg border border-line bg-surface p-5"
        >
          <div>
            <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">
              {service} asks to send requests to {project.name}
            </h2>
            <p className="mt-1 text-sm text-ink-2">
              Allow it only if you came here from that service. It gets a source of its own with a token.
            </p>
          </div>
          <Permissions />
          <ReadOnlyContext value={refusal}>
            <NameField
              name="name"
              label="Source Name"
              isRequired
              question={(name) => ({ kind: "source", name })}
            />
          </ReadOnlyContext>
          {refusal === undefined ? null : <Refusal>{refusal}</Refusal>}
          <FormMessages />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsDeclined(true)}>Decline</Button>
            <SubmitButton disabledReason={refusal}>Allow</SubmitButton>
          </div>
        </Form>
      </main>
    </>
  );
}

/** Nothing was stored when the service asked, so there is nothing to undo. */
function Declined({ service }: { service: string }) {
  return (
    <>
      <PageHeader title="Declined" />
      <main className="min-h-0 flex-1 overflow-y-auto px-5 py-10 max-md:px-3">
        <div
          aria-live="polite"
          className="mx-auto flex max-w-120 flex-col items-start gap-5 rounded-lg border border-line bg-surface p-5"
        >
          <div>
            <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{service} gets no source</h2>
            <p className="mt-1 text-sm text-ink-2">Nothing was created. You can close this page.</p>
          </div>
          <Link to="/" className={buttonClass()}>
            Go to the dashboard
          </Link>
        </div>
      </main>
    </>
  );
}

const PERMISSIONS = [
  { isGiven: true, text: "Send requests to this one source, with its token" },
  { isGiven: false, text: "Read requests, events or other data of this project" },
  { isGiven: false, text: "Change sources, connections or settings" },
];

function Permissions() {
  return (
    <ul aria-label="Permissions" className="flex flex-col gap-1.5 text-sm">
      {PERMISSIONS.map(({ isGiven, text }) => (
        <li key={text} className="flex items-start gap-2">
          {isGiven ? (
            <Check aria-label="May" className="mt-0.5 size-4 shrink-0 text-ok" />
          ) : (
            <X aria-label="May not" className="mt-0.5 size-4 shrink-0 text-ink-3" />
          )}
          <span className={isGiven ? "" : "text-ink-2"}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
