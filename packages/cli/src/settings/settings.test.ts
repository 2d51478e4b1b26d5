import { expect, test } from "vitest";
import { Failure } from "../failure.ts";
import { type Config, readUrl, settingsOf } from "./settings.ts";

const CONFIG: Config = {
  profile: "work",
  profiles: {
    default: { url: "http://localhost:4400", key: "phc_default" },
    work: { url: "https://posthorn.example.com", key: "phc_work", project_id: "tm_work" },
  },
};

test("without anything the client means the Posthorn on this machine, and has no key", () => {
  expect(settingsOf({}, {}, { profiles: {} })).toEqual({
    profileName: "default",
    profile: {},
    url: "http://localhost:4400",
    key: null,
    keyFrom: "nowhere",
    projectId: null,
  });
});

const nameIn = (asked: object, env: Record<string, string>) => settingsOf(asked, env, CONFIG).profileName;

test("the profile of the option comes before the environment's, and that before the file's", () => {
  expect(nameIn({}, {})).toBe("work");
  expect(nameIn({}, { POSTHORN_PROFILE: "default" })).toBe("default");
  expect(nameIn({ profile: "third" }, { POSTHORN_PROFILE: "default" })).toBe("third");
  expect(nameIn({}, { POSTHORN_PROFILE: "" })).toBe("work");
});

test("a profile brings its address, key and project", () => {
  expect(settingsOf({}, {}, CONFIG)).toMatchObject({
    url: "https://posthorn.example.com",
    key: "phc_work",
    keyFrom: "profile",
    projectId: "tm_work",
  });
  expect(settingsOf({ project: "tm_x" }, {}, CONFIG).projectId).toBe("tm_x");
  expect(settingsOf({}, { POSTHORN_PROJECT: "tm_y" }, CONFIG).projectId).toBe("tm_y");
});

test("a key of the environment counts, without the project of the profile", () => {
  expect(settingsOf({}, { POSTHORN_API_KEY: "phk_env" }, CONFIG)).toMatchObject({
    url: "https://posthorn.example.com",
    key: "phk_env",
    keyFrom: "environment",
    projectId: null,
  });
});

test("a person who names a profile gets its key and address, whatever the environment says", () => {
  const env = {
    POSTHORN_API_KEY: "phk_env",
    POSTHORN_URL: "https://other.example.com",
    POSTHORN_PROJECT: "tm_z",
  };

  expect(settingsOf({ profile: "work" }, env, CONFIG)).toMatchObject({
    url: "https://posthorn.example.com",
    key: "phc_work",
    projectId: "tm_work",
  });
  // A profile that is new has no address of its own.
  expect(settingsOf({ profile: "new" }, env, CONFIG)).toMatchObject({
    url: "https://other.example.com",
    key: null,
  });
});

test("the key of a profile is never used for another server", () => {
  for (const settings of [
    settingsOf({ url: "https://evil.example.com" }, {}, CONFIG),
    settingsOf({}, { POSTHORN_URL: "https://evil.example.com" }, CONFIG),
    settingsOf({ url: "http://posthorn.example.com" }, {}, CONFIG),
    settingsOf({ url: "https://posthorn.example.com:8443" }, {}, CONFIG),
  ])
    expect(settings).toMatchObject({ key: null, keyFrom: "profile of another address", projectId: null });
  expect(settingsOf({ url: "https://POSTHORN.example.com/" }, {}, CONFIG).key).toBe("phc_work");
});

test.each([
  ["localhost:4400", "http://localhost:4400"],
  ["127.0.0.1", "http://127.0.0.1"],
  ["[::1]:4400", "http://[::1]:4400"],
  ["posthorn.example.com", "https://posthorn.example.com"],
  ["localhost.example.com", "https://localhost.example.com"],
  ["https://posthorn.example.com:443/", "https://posthorn.example.com"],
  [" http://10.0.0.1:4400 ", "http://10.0.0.1:4400"],
])("the address %s means %s", (typed, url) => expect(readUrl(typed)).toBe(url));

test.each([
  "",
  "ftp://example.com",
  "http://",
  "https://example.com/dashboard",
  "https://me:pw@example.com",
  "http://x?y",
  "a b",
])("%j is no address", (typed) => expect(() => readUrl(typed)).toThrow(Failure));

const wrong = () => settingsOf({}, { POSTHORN_API_KEY: "phk_a\nphk_b" }, CONFIG);

test("a key that no header can carry is refused without being repeated", () => {
  expect(wrong).toThrow("That is no key");
  expect(wrong).not.toThrow("phk_");
});

test("the name of a profile cannot be a name that objects have, or a path", () => {
  expect(settingsOf({ profile: "constructor" }, {}, CONFIG).key).toBeNull();
  expect(() => settingsOf({ profile: "__proto__" }, {}, CONFIG)).toThrow(Failure);
  expect(() => settingsOf({ profile: "../x" }, {}, CONFIG)).toThrow(Failure);
});
