/**
 * The page on which a person makes something new: the way back to the list in its header, the form, and a foot with
 * Cancel and the button that creates it.
 */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { buttonClass } from "../button.tsx";
import type { ListLinkProps } from "../entity-page/entity-page.tsx";
import { pageFoot } from "../page-foot.ts";
import { PageHeader } from "../page-header.tsx";
import { ReadOnlyContext } from "../read-only.ts";
import { FormMessages } from "./form-messages.tsx";
import { Form } from "./form.tsx";
import { Refusal } from "./refusal.tsx";
import { SubmitButton } from "./submit-button.tsx";
import type { SaveForm } from "./use-save-form.ts";

export interface NewPageProps<Values extends FieldValues> {
  form: SaveForm<Values>;
  /** "New source". */
  title: string;
  /** The name of the list above the page: "Sources". */
  listLabel: string;
  renderListLink: (props: ListLinkProps) => ReactNode;
  createLabel: string;
  /** Why this person may not create it. Then they can read the form, and its foot says why nothing can be changed. */
  disabledReason: string | undefined;
  /** In the header, such as the steps of a long form. */
  header?: ReactNode;
  /** In the foot, before the messages of the form. */
  note?: ReactNode;
  /** The `main` with the fields. */
  children: ReactNode;
}

export function NewPage<Values extends FieldValues>({
  form,
  title,
  listLabel,
  renderListLink,
  createLabel,
  disabledReason,
  header,
  note,
  children,
}: NewPageProps<Values>) {
  return (
    <>
      <PageHeader
        title={title}
        crumbs={
          <>
            {renderListLink({ children: listLabel })}
            <span aria-hidden>/</span>
          </>
        }
      >
        {header}
        {renderListLink({
          className: buttonClass({ variant: "quiet", className: "w-8 px-0 [&_svg]:size-4" }),
          children: (
            <>
              <X aria-hidden />
              <span className="sr-only">Close</span>
            </>
          ),
        })}
      </PageHeader>
      <Form form={form} label={title} startsInFirstField className="flex min-h-0 flex-1 flex-col">
        <ReadOnlyContext value={disabledReason}>{children}</ReadOnlyContext>
        <footer
          ref={pageFoot}
          className="flex min-h-14 flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-2.5 max-md:px-3"
        >
          {disabledReason === undefined ? note : <Refusal className="mr-auto">{disabledReason}</Refusal>}
          <FormMessages
            {...(note === undefined && disabledReason === undefined && { className: "mr-auto" })}
          />
          {renderListLink({ className: buttonClass(), children: "Cancel" })}
          <SubmitButton disabledReason={disabledReason}>{createLabel}</SubmitButton>
        </footer>
      </Form>
    </>
  );
}
