/** Which query reads the single sign-on of the organization of this tab? */
import { getSso } from "@posthorn/contract/sso";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

export function ssoQuery(organization_id: string) {
  return queryOptions({
    queryKey: ["sso", organization_id],
    queryFn: ({ signal }) => call(getSso, { params: { organization_id }, signal }),
  });
}
