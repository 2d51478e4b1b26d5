import { expect, test } from "vitest";
import { cacheFolder, dataFolder } from "./folders.ts";

const onLinux = { env: {}, platform: "linux", homeDirectory: "/home/me" } as const;
const onMac = { env: {}, platform: "darwin", homeDirectory: "/Users/me" } as const;

test("data and cache are where the system keeps such things", () => {
  expect(dataFolder(onLinux)).toBe("/home/me/.local/share/posthorn");
  expect(cacheFolder(onLinux)).toBe("/home/me/.cache/posthorn");
  expect(dataFolder(onMac)).toBe("/Users/me/Library/Application Support/posthorn");
  expect(cacheFolder(onMac)).toBe("/Users/me/Library/Caches/posthorn");
});

test("XDG's folders count if they are absolute", () => {
  const env = { XDG_DATA_HOME: "/xdg/data", XDG_CACHE_HOME: "/xdg/cache" };
  for (const place of [onLinux, onMac]) {
    expect(dataFolder({ ...place, env })).toBe("/xdg/data/posthorn");
    expect(cacheFolder({ ...place, env })).toBe("/xdg/cache/posthorn");
  }
  expect(dataFolder({ ...onLinux, env: { XDG_DATA_HOME: "data" } })).toBe("/home/me/.local/share/posthorn");
  expect(dataFolder({ ...onLinux, env: { XDG_DATA_HOME: "" } })).toBe("/home/me/.local/share/posthorn");
});
