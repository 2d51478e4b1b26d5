/**
 * How does a test use the vendor's own SDK, and notice wrong replies that the SDK accepts?
 *
 * The SDK comes from npm, unmodified. It reads replies with its own schemas but skips validation, so a reply of the
 * wrong shape reaches its users unchanged. Here the same schemas check the same bytes a second time, with validation.
 * The methods, and the schema of each, are read from the SDK's own source text, so neither list can fall behind the
 * SDK.
 */
import { type Hookdeck, HookdeckClient, HookdeckError } from "@hookdeck/sdk";
import { fetcher } from "@hookdeck/sdk/core/index.js";
import type { MaybeValid, SchemaOptions, ValidationError } from "@hookdeck/sdk/core/schemas/Schema.js";
import * as schemas from "@hookdeck/sdk/serialization/index.js";
import { expect, test } from "vitest";
import type { GivenProject } from "./given-project.ts";

/** The SDK's resources that Posthorn supports. */
export const SDK_RESOURCES = [
  "attempt",
  "bookmark",
  "connection",
  "customDomain",
  "destination",
  "event",
  "eventBulkRetry",
  "ignoredEventBulkRetry",
  "issue",
  "issueTrigger",
  "notification",
  "request",
  "requestBulkRetry",
  "source",
  "transformation",
] as const;

export type SdkResource = (typeof SDK_RESOURCES)[number];

/** The options of the SDK, without the one that skips validation. */
const STRICTLY: SchemaOptions = { unrecognizedObjectKeys: "passthrough" };

/** Where the SDK's schemas require what a reply cannot have. */
const DEMANDED_IN_VAIN: { at: RegExp; message: RegExp; why: string }[] = [
  {
    at: /(^|\.)rejection_cause$/,
    message: /Received null/,
    why: "an accepted request has no rejection cause, but the schema demands one",
  },
];

export interface Sdk {
  client: HookdeckClient;
  /** Methods whose reply has come and was right, such as `source.create`. */
  answered: Set<string>;
}

export function sdkOf(project: Pick<GivenProject, "publicUrl" | "key">): Sdk {
  const answered = new Set<string>();
  const resource = (name: SdkResource) =>
    new Proxy(
      {},
      { get: (_, method) => callStrictly(project, name, String(method), answered) }, // methods have no symbols
    );
  const client = new Proxy({}, { get: (_, name) => resource(String(name) as SdkResource) }); // typed by the next line
  // Every property is one of the SDK's resources, and every property of that one of its methods.
  return { client: client as HookdeckClient, answered };
}

type Method = (...given: unknown[]) => Promise<unknown>;

function callStrictly(
  { publicUrl, key }: Pick<GivenProject, "publicUrl" | "key">,
  resource: SdkResource,
  method: string,
  answered: Set<string>,
): Method {
  return async (...given) => {
    let reply: unknown;
    const client = new HookdeckClient({
      environment: `${publicUrl}/2024-03-01`,
      token: key,
      fetcher: async (request) => {
        const response = await fetcher(request);
        if (response.ok) reply = response.body;
        return response as never; // the SDK says the type of the body at each call; it is the one asked for
      },
    });
    // A method by its name, from the list of the class's methods.
    const methods = client[resource] as unknown as Record<string, Method>;
    const value = await methods[method]?.(...given);
    const name = `${resource}.${method}`;
    expect(await mistakesIn(reply, replySchemaOf(resource, method)), `reply to ${name}`).toEqual([]);
    answered.add(name);
    return value;
  };
}

interface Schema {
  parse: (raw: unknown, options?: SchemaOptions) => MaybeValid<unknown> | Promise<MaybeValid<unknown>>;
}

async function mistakesIn(reply: unknown, schema: Schema): Promise<string[]> {
  const parsed = await schema.parse(reply, STRICTLY);
  return parsed.ok ? [] : parsed.errors.filter((error) => !isKnown(error)).map(sentence);
}

function isKnown(error: ValidationError): boolean {
  return DEMANDED_IN_VAIN.some(
    ({ at, message }) => at.test(error.path.join(".")) && message.test(error.message),
  );
}

const sentence = ({ path, message }: ValidationError) => `${path.join(".")}: ${message}`;

/** `serializers.attempt.retrieve.Response.parseOrThrow(_response.body, …)`, found by that name. */
function replySchemaOf(resource: SdkResource, method: string): Schema {
  const source = String(prototypeOf(resource)[method]);
  const path = /serializers\.([\w.]+)\.parseOrThrow\(_response\.body/.exec(source)?.[1]?.split(".");
  let found: unknown = schemas;
  for (const name of path ?? []) found = (found as Record<string, unknown>)[name]; // a tree of modules and schemas
  if (path === undefined || found === undefined) {
    throw new Error(`It is not to be seen with which schema ${resource}.${method} reads its reply.`);
  }
  return found as Schema; // parseOrThrow was called on it
}

function prototypeOf(resource: SdkResource): Record<string, unknown> {
  return Object.getPrototypeOf(new HookdeckClient({ token: "none" })[resource]);
}

function methodsOf(resource: SdkResource): string[] {
  return Object.getOwnPropertyNames(prototypeOf(resource)).filter((name) => !/^(constructor$|_)/.test(name));
}

/** For each method its promise, and a test that calls the method. */
export type MethodTests<Resource extends SdkResource> = {
  [Name in keyof HookdeckClient[Resource]]: [promise: string, body: () => Promise<void>];
};

export function testEveryMethod<Resource extends SdkResource>(
  resource: Resource,
  sdk: () => Sdk,
  tests: MethodTests<Resource>,
): void {
  test(`every method of ${resource} has a test`, () => {
    expect(Object.keys(tests).toSorted()).toEqual(methodsOf(resource).toSorted());
  });

  for (const [method, [promise, body]] of Object.entries<[string, () => Promise<void>]>(tests)) {
    test(`${resource}.${method} ${promise}`, async () => {
      const name = `${resource}.${method}`;
      sdk().answered.delete(name);
      await body();
      expect([...sdk().answered]).toContain(name);
    });
  }
}

/** Returns the error of a call that must be refused. */
export async function refusal(call: Promise<unknown>): Promise<HookdeckError & { body: unknown }> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HookdeckError)) throw new Error("The call was not refused", { cause: error });
  // Leaves out `data`: the schema allows only an object, but refused fields are reported in a list.
  const { data: _, ...body } = error.body as Hookdeck.ApiErrorResponse; // every refusal has a body of this shape
  expect(await mistakesIn(body, schemas.ApiErrorResponse), "body of the refusal").toEqual([]);
  return error as HookdeckError & { body: unknown }; // says that a body is there
}
