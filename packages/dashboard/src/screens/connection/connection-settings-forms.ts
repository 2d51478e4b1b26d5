/**
 * The two forms of a connection's settings: what they start from, and what they send.
 */
import type { Connection, updateConnection } from "@posthorn/contract/connections";
import type { BodyOf } from "@posthorn/contract/endpoint";
import { DESCRIPTION_MAX_CHARACTERS } from "@posthorn/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { refusalOf } from "../../resources/api/save-refusal.ts";
import { useSaveConnection } from "../../resources/connections/connection-actions.ts";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { RulesForm, rulesFormOf, rulesOf, type RulesFormValues } from "../../resources/rules/rules-form.ts";
import { useSaveForm, type SaveForm, type SaveFormOptions } from "../../ui/form/use-save-form.ts";

const Details = z.object({
  name: z.string(),
  description: z.string().check(z.maxLength(DESCRIPTION_MAX_CHARACTERS)),
});
type Details = z.output<typeof Details>;

export function useDetailsForm(connection: Connection): SaveForm<Details> {
  return useConnectionForm<Details>(connection, {
    schema: Details,
    read: ({ name, description }) => ({ name: name ?? "", description: description ?? "" }),
    write: ({ name, description }) => ({
      name: name === "" ? null : name,
      description: description === "" ? null : description,
    }),
  });
}

export function useRulesForm(connection: Connection): SaveForm<RulesFormValues> {
  return useConnectionForm<RulesFormValues>(connection, {
    schema: RulesForm,
    read: ({ rules }) => rulesFormOf(rules),
    write: (values) => ({ rules: rulesOf(values) }),
  });
}

interface ConnectionPart<Values extends FieldValues> extends Pick<SaveFormOptions<Values>, "schema"> {
  read: (connection: Connection) => Values;
  write: (values: Values) => BodyOf<typeof updateConnection>;
}

function useConnectionForm<Values extends FieldValues>(
  connection: Connection,
  { schema, read, write }: ConnectionPart<Values>,
): SaveForm<Values> {
  const { id } = connection;
  const client = useQueryClient();
  const { mutateAsync: saveConnection } = useSaveConnection();
  return useSaveForm<Values>({
    schema,
    stored: read(connection),
    version: connection.updated_at,
    save: (values, version) =>
      refusalOf(saveConnection({ id, body: write(values), version }), {
        failed: "An error occurred while saving the connection",
      }),
    newest: async () => {
      const now = await client.fetchQuery({ ...connectionQuery(id), staleTime: 0 });
      return { stored: read(now), version: now.updated_at };
    },
  });
}
