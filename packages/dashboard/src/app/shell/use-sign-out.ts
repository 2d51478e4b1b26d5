/**
 * What happens when a person signs out? The account menu and the palette ask; both load on use, and so does this.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { chooseCurrentProject } from "../../resources/api/current-project.ts";
import { signOut } from "../../resources/session/auth-actions.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { toast } from "../../ui/toast.ts";

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async () => {
    const refusal = await signOut();
    if (refusal) {
      toast.error(refusal.title, { description: refusal.text });
      return;
    }
    chooseCurrentProject(null);
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: "none" });
    await router.navigate({ to: "/sign-in" });
    queryClient.clear();
  };
}
