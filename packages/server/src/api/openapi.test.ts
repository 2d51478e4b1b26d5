import { PUBLIC_ENDPOINTS } from "@posthorn/contract/routes";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";
import { REFERENCE } from "./versions/versions.ts";

const document = openApiDocument("http://posthorn.test", REFERENCE);

test("every endpoint is documented, and nothing else", () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

  expect(documented.toSorted()).toEqual(
    PUBLIC_ENDPOINTS.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

test("operations have names of their own", () => {
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );

  expect(new Set(names).size).toBe(names.length);
});

test("parameters of the path and of the query are described", () => {
  expect(document.paths["/events/{id}"]?.["get"]?.parameters).toEqual([
    { name: "id", in: "path", required: true, schema: { type: "string" } },
  ]);
  const names = document.paths["/events"]?.["get"]?.parameters.map((parameter) => parameter["name"]);
  expect(names).toEqual(expect.arrayContaining(["status", "created_at", "limit", "next", "order_by"]));
});
