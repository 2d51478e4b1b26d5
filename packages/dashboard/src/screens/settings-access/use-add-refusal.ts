/** Why may this person not add people to the project? They choose among the people of the organization, so they must see them. */
import { useRefusal } from "../../resources/session/use-refusal.ts";

/** Undefined if they may. */
export function useAddRefusal(): string | undefined {
  const mayNotManage = useRefusal("manageProjectMembers");
  const mayNotSee = useRefusal("seeMembers");
  return mayNotManage ?? mayNotSee;
}
