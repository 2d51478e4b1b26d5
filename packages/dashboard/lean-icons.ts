/**
 * Which bytes of an icon does a browser not need? The key of each of its lines: a random text that does not compress. A
 * number does the same for React.
 */
import type { Plugin } from "vite";

export function leanIcons(): Plugin {
  return {
    name: "posthorn-lean-icons",
    apply: "build",
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler(code) {
        let lines = 0;
        return { code: code.replaceAll(/key: "\w+"/g, () => `key: "${lines++}"`), map: null };
      },
    },
  };
}
