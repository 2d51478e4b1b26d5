/**
 * How does a page go to what an id names? The palette and the search boxes of lists ask here.
 *
 * An id whose address only the server knows costs one call. If nothing has the id, a toast says so and the page stays.
 */
import { findPlace } from "@posthorn/contract/places";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { call } from "../api/call.ts";
import { addressOfPlace, type IdTarget } from "./id-address.ts";

export function useOpenId(): (target: IdTarget) => Promise<void> {
  const navigate = useNavigate();
  return async ({ id, address }) => {
    try {
      await navigate({ href: address ?? addressOfPlace(id, await call(findPlace, { params: { id } })) });
    } catch (error) {
      toast.error(`Could not find ${id}`, { description: firstMessage(error) });
    }
  };
}
