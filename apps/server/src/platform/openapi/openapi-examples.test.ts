import type { Endpoint } from "@tessera/contract/endpoint";
import { ENDPOINTS } from "@tessera/contract/endpoints";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { newId } from "../ids.ts";

interface Example {
  /** Position in the document, such as `/paths/~1api~1cards/get/responses/200/…`. */
  readonly at: string;
  /** The schema that the example must match, such as `#/components/schemas/Problem`. */
  readonly ref: string;
  readonly value: unknown;
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Yields every example in a document, from media types, parameters, headers and schemas. */
function* examplesIn(node: unknown, at = ""): Generator<Example> {
  if (typeof node !== "object" || node === null) {
    return;
  }
  const { schema, example, examples } = node as Record<string, unknown>;
  const own = (schema as { $ref?: string } | undefined)?.$ref;
  const ref = own ?? (schema === undefined ? `#${at}` : `#${at}/schema`);
  if (example !== undefined) {
    yield { at: `${at}/example`, ref, value: example };
  }
  if (Array.isArray(examples)) {
    yield* examples.map((value, n) => ({ at: `${at}/examples/${n}`, ref, value }));
  } else if (typeof examples === "object" && examples !== null) {
    for (const [name, one] of Object.entries(examples)) {
      const { value } = one as { value: unknown };
      yield { at: `${at}/examples/${escaped(name)}`, ref, value };
    }
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== "example" && key !== "examples") {
      yield* examplesIn(child, `${at}/${escaped(key)}`);
    }
  }
}

let test: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: the document's shape is what the tests assert.
let document: any;
beforeAll(async () => {
  test = await createTestApp();
  document = (await test.call("GET", "/openapi.json")).json;
});
afterAll(() => test?.close());

function checker(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv;
}

interface Content {
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

function operationsOfAll(): { readonly name: string; readonly operation: Operation }[] {
  return Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      operation,
    })),
  );
}

/** Returns the example of a call's request body, or undefined if the call has no body. */
function bodyExampleOf({ path, method }: Endpoint): unknown {
  const { requestBody } =
    document.paths[path.replace(/:([a-zA-Z]+)/g, "{$1}")]?.[method.toLowerCase()] ?? {};
  return requestBody?.content["application/json"]?.example;
}

function headerOfAny(path: string, name: string) {
  return Object.values<{ parameters: { name: string; required: boolean }[] }>(document.paths[path])
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.name === name);
}

describe("the OpenAPI document", () => {
  const post = (path: string) => document.paths[path].post;
  const headerOf = (path: string, name: string) =>
    post(path).parameters.find((one: { name: string }) => one.name === name);

  it("requires an Idempotency-Key on exactly nine calls, and allows it on other writes", () => {
    const required = Object.keys(document.paths).filter(
      (path) => headerOfAny(path, "Idempotency-Key")?.required === true,
    );
    expect(required.toSorted()).toEqual([
      "/api/card-applications",
      "/api/cards/{id}/close",
      "/api/cards/{id}/deposit",
      "/api/cards/{id}/withdraw",
      "/api/mandates",
      "/api/mandates/{id}/approve",
      "/api/wallet/deposits",
      "/api/wallet/exchanges",
      "/api/wallet/withdrawals",
    ]);
    expect(headerOf("/api/admin/announcements", "Idempotency-Key").required).toBe(false);
  });

  it("declares Idempotent-Replayed wherever a stored response may be replayed", () => {
    for (const path of ["/api/cards/{id}/deposit", "/api/admin/announcements/batch-delete"]) {
      const { responses } = post(path);
      const success = responses[200] ?? responses[201];
      expect(success.headers).toHaveProperty("Idempotent-Replayed");
    }
    expect(post("/api/cards/{id}/deposit").responses[409].headers).toHaveProperty(
      "Idempotent-Replayed",
    );
  });

  it("allows any Accept-Language, and requires a body only if the call needs one", () => {
    expect(headerOf("/api/cards/{id}/close", "Accept-Language").schema).not.toHaveProperty("enum");
    expect(post("/api/cards/{id}/close").requestBody.required).toBe(false);
    const optional = operationsOfAll().filter(
      ({ operation }) => operation.requestBody?.required === false,
    );
    // The cardholder's details are required only if the issuer needs them.
    expect(optional.map(({ name }) => name)).toEqual([
      "post /api/cards/{id}/close",
      "put /api/card-holder",
      "post /api/logs/export",
      "post /api/operator/audit/export",
      "post /api/admin/reconciliation/runs",
    ]);
  });

  it("contains only examples that are valid against their schemas", () => {
    const ajv = checker();
    ajv.addSchema(document, "openapi");
    const all = [...examplesIn(document)];
    const wrong = all.flatMap(({ at, ref, value }) => {
      const check = ajv.getSchema(`openapi${encodeURI(ref)}`);
      return check?.(value) === true ? [] : [`${at}: ${ajv.errorsText(check?.errors)}`];
    });
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(2_000);
    // Covers all sample values, both in separate fields and combined.
    const text = JSON.stringify(document);
    const alone = all.filter(({ at }) => at.endsWith("/example"));
    const together = all.flatMap(({ at }) => /^.*\/examples(?=\/)/.exec(at)?.[0] ?? []);
    expect(alone).toHaveLength(text.match(/"example":/g)?.length ?? 0);
    expect(new Set(together).size).toBe(text.match(/"examples":/g)?.length);
  });

  it("also validates its examples against formats and patterns", () => {
    const ajv = checker();
    const { schema: quote } = post("/api/cards/{id}/quote").requestBody.content["application/json"];
    const { amount } = quote.properties;
    for (const [schema, good, bad] of [
      [{ format: "date-time" }, "2026-11-20T09:30:00.000Z", "yesterday"],
      [{ format: "uuid" }, "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f", "1"],
      [amount, "0.01", "0.00"],
      [amount, "12.34", "12.345"],
    ]) {
      expect([ajv.validate(schema, good), ajv.validate(schema, bad)]).toEqual([true, false]);
    }
  });

  it("has an example for every JSON body, and request examples that the calls accept", () => {
    const lacking = operationsOfAll().flatMap(({ name, operation }) =>
      [operation.requestBody, ...Object.values(operation.responses)]
        .flatMap((body) => Object.entries(body?.content ?? {}))
        .filter(([type, one]) => type.endsWith("json") && !("example" in one || "examples" in one))
        .map(([type]) => `${name} ${type}`),
    );
    expect(lacking).toEqual([]);
    const refused = Object.values(ENDPOINTS)
      .flatMap((feature) => Object.values<Endpoint>(feature))
      .filter((endpoint) => {
        const example = bodyExampleOf(endpoint);
        return example !== undefined && endpoint.body?.safeParse(example).success !== true;
      });
    expect(refused.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["POST", "/api/risk/strategies", 201],
    ["POST", "/api/risk/backtests", 200],
    ["POST", "/api/practice/clock", 404],
    ["POST", "/api/wallet/addresses/check", 200],
  ] as const)(
    "has an example of %s %s that the call accepts as input",
    async (method, path, expected) => {
      const { token } = await test.signUp();
      const body = post(path).requestBody.content["application/json"].example;
      const headers = { "idempotency-key": newId() };
      const { status } = await test.call(method, path, { token, body, headers });
      expect(status).toBe(expected);
    },
  );
});
