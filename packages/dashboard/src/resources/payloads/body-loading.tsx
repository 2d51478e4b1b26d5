/** What stands where a body will be? */
import { TextSkeleton } from "../../ui/skeleton.tsx";

export function BodyLoading() {
  return <TextSkeleton label="body" lines={6} />;
}
