/** The body as plain text. Most bodies are JSON, and shown as a tree: the code loads with the first text. */
import { later } from "../later.tsx";
import { TextSkeleton } from "../skeleton.tsx";

export const RawText = later(() => import("./raw-text.tsx")).component(
  (loaded) => loaded.RawText,
  () => <TextSkeleton label="text" lines={6} />,
);
