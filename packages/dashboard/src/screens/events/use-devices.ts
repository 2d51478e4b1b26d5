/** On which machines do the events of a page arrive? By the id of the CLI; only the list of CLI events asks. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { cliClientsByIdQuery } from "../../resources/cli-clients/cli-client-queries.ts";

export interface Devices {
  byId: ReadonlyMap<string, string>;
  /** All names are loaded: an id without a name belongs to a machine that is no longer known. */
  isKnown: boolean;
}

export function useDevices(cliIds: readonly (string | null)[]): Devices {
  const ids = [...new Set(cliIds)].filter((id) => id !== null).toSorted();
  const clients = useQuery({ ...cliClientsByIdQuery(ids), enabled: ids.length > 0 });
  const models = clients.data?.models;
  const byId = useMemo(
    () => new Map(models?.map(({ cli_id, device_name }) => [cli_id, device_name])),
    [models],
  );
  return { byId, isKnown: clients.isSuccess || clients.isError };
}
