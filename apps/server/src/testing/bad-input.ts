import type { Endpoint } from "@tessera/contract/endpoint";
import { FIELD_TEXTS } from "@tessera/contract/errors/field-texts";
import * as z from "zod/mini";
import { exampleOf, type JsonSchema } from "../platform/openapi/openapi-examples.ts";
import type { Answered, CallOptions, TestApp } from "./test-app.ts";

/** An invalid value for a field, and why it must be rejected. */
interface Mutation {
  readonly name: string;
  readonly value: unknown;
}

/** A call that contains one invalid value. */
export interface BadCall {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly body: unknown;
  /** The dotted path of the field that the error must name. */
  readonly path: string;
}

const MISSING = Symbol("missing");

/** Values that are invalid for every string in the contract. */
const TEXT_MUTATIONS: readonly Mutation[] = [
  { name: "missing", value: MISSING },
  { name: "null", value: null },
  { name: "a number", value: 12 },
  { name: "a boolean", value: false },
  { name: "a list", value: ["text"] },
  { name: "an object", value: { text: "text" } },
  { name: "NUL", value: "a\u0000b" },
  { name: "a lone surrogate", value: "a\ud800b" },
];

/**
 * Additional values that are invalid wherever an amount, a code, an enum value or a number is
 * required.
 */
const STRICT_MUTATIONS: readonly Mutation[] = [
  ...[
    "",
    "-1",
    "-0.01",
    "1e9",
    "NaN",
    "Infinity",
    "0.0001",
    "1,000",
    "0x10",
    " 1",
    "１２",
    "١٢",
  ].map((value) => ({ name: JSON.stringify(value), value })),
];

/** One decimal too many for accounts and cards. Merchants' currencies may have three. */
const THREE_DECIMALS: Mutation = { name: '"0.001"', value: "0.001" };

/** Returns the strings that a schema which is no free text must reject. */
function strictMutations({ pattern = "" }: JsonSchema): readonly Mutation[] {
  return pattern.includes("{1,3}") ? STRICT_MUTATIONS : [...STRICT_MUTATIONS, THREE_DECIMALS];
}

const NUMBER_MUTATIONS: readonly Mutation[] = [
  { name: "missing", value: MISSING },
  ...[null, "1", true, [], {}, -1, 0.001, 1e9].map((value) => ({
    name: JSON.stringify(value),
    value,
  })),
];

const OTHER_MUTATIONS: readonly Mutation[] = [
  { name: "missing", value: MISSING },
  ...[null, 12, "text", [], { text: 1 }].map((value) => ({ name: JSON.stringify(value), value })),
];

const LIST_MUTATIONS: readonly Mutation[] = [
  { name: "missing", value: MISSING },
  ...[null, 12, true, "text", { 0: "text" }].map((value) => ({
    name: JSON.stringify(value),
    value,
  })),
  { name: "a list of 2,000", value: Array.from({ length: 2_000 }, () => "text") },
];

/**
 * Returns whether a schema accepts any string within its length limit, except for characters that
 * are never allowed.
 */
function isFreeText(schema: JsonSchema): boolean {
  return schema.type === "string" && schema.enum === undefined && schema.pattern === undefined;
}

/** Returns two strings that are longer than the schema allows: one of text and one of digits. */
function tooLong({ maxLength = 0 }: JsonSchema): readonly Mutation[] {
  return [
    { name: "too long", value: "x".repeat(Math.max(2_000, maxLength + 1)) },
    { name: "10,000 digits", value: "1".repeat(Math.max(10_000, maxLength + 1)) },
  ];
}

function mutationsOf(schema: JsonSchema, isRequired: boolean): readonly Mutation[] {
  const kinds: Readonly<Record<string, readonly Mutation[]>> = {
    string: [
      ...TEXT_MUTATIONS,
      ...tooLong(schema),
      ...(isFreeText(schema) ? [] : strictMutations(schema)),
    ],
    integer: NUMBER_MUTATIONS,
    number: NUMBER_MUTATIONS,
    boolean: OTHER_MUTATIONS,
    object: OTHER_MUTATIONS,
    array: [
      ...LIST_MUTATIONS,
      ...((schema.minItems ?? 0) > 0 ? [{ name: "an empty list", value: [] }] : []),
    ],
  };
  const [type = schema.enum === undefined ? "object" : "string"] = [schema.type ?? []].flat();
  const all = kinds[type] ?? [];
  return isRequired ? all : all.filter(({ value }) => value !== MISSING);
}

function replaced(body: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    return value;
  }
  if (Array.isArray(body)) {
    return body.map((item, place) =>
      String(place) === key ? replaced(item, rest, value === MISSING ? null : value) : item,
    );
  }
  const copy: Record<string, unknown> = { ...Object(body) };
  if (rest.length === 0 && value === MISSING) {
    delete copy[key];
  } else {
    copy[key] = replaced(copy[key], rest, value);
  }
  return copy;
}

interface Field {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

function* fieldsOf(schema: JsonSchema, prefix: readonly string[] = []): Generator<Field> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const path = [...prefix, name];
    const isRequired = schema.required?.includes(name) === true;
    const object = property.anyOf?.find(({ properties }) => properties !== undefined);
    if (property.anyOf === undefined) {
      yield { path, schema: property, isRequired };
    }
    yield* fieldsOf(object ?? property, path);
    if (property.items !== undefined) {
      const first = { path: [...path, "0"], schema: property.items, isRequired: false };
      yield first;
      yield* fieldsOf(first.schema, first.path);
    }
  }
}

/**
 * Returns an example value that uses the object branch of every union, so that the branch's fields
 * are covered.
 */
function fullExample(schema: JsonSchema): unknown {
  const example = Object(exampleOf(schema));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const object = property.anyOf?.find(({ properties }) => properties !== undefined);
    if (object !== undefined) {
      example[name] = exampleOf(object);
    }
  }
  return example;
}

function pathFilled(endpoint: Endpoint): string {
  return endpoint.path.replace(/:[a-zA-Z]+/g, "card_0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f");
}

function inputSchema(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

function* badBodies(endpoint: Endpoint, schema: JsonSchema): Generator<BadCall> {
  const url = pathFilled(endpoint);
  const example = fullExample(schema);
  const name = `${endpoint.method} ${endpoint.path}`;
  for (const field of fieldsOf(schema)) {
    const path = field.path.join(".");
    for (const mutation of mutationsOf(field.schema, field.isRequired)) {
      const body = replaced(example, field.path, mutation.value);
      yield { name: `${name} ${path} = ${mutation.name}`, endpoint, url, body, path };
    }
  }
  const unknown = schema.properties?.role === undefined ? "role" : "isAdministrator";
  const body = { ...Object(example), [unknown]: "administrator" };
  yield { name: `${name} with an unknown field`, endpoint, url, body, path: unknown };
}

function* badQueries(endpoint: Endpoint, schema: JsonSchema): Generator<BadCall> {
  const url = pathFilled(endpoint);
  const name = `${endpoint.method} ${endpoint.path}`;
  const query = (key: string, value: string) => `${url}?${key}=${value}`;
  for (const key of Object.keys(schema.properties ?? {})) {
    const values = ["x".repeat(2_000), "1".repeat(10_000), "%00", `a&${key}=b`];
    for (const value of values) {
      const shown = value.slice(0, 8);
      yield {
        name: `${name} ?${key}=${shown}`,
        endpoint,
        url: query(key, value),
        body: undefined,
        path: key,
      };
    }
  }
  yield {
    name: `${name} ?role=`,
    endpoint,
    url: query("role", "x"),
    body: undefined,
    path: "role",
  };
}

/**
 * Lists one call for each field of each endpoint and each value that must be rejected in that
 * field.
 */
export function badCalls(endpoints: readonly Endpoint[]): BadCall[] {
  return endpoints.flatMap((endpoint) => [
    ...(endpoint.body === undefined ? [] : badBodies(endpoint, inputSchema(endpoint.body))),
    ...badQueries(endpoint, endpoint.query === undefined ? {} : inputSchema(endpoint.query)),
  ]);
}

/**
 * Returns how the response to an invalid call differs from the specified response, or undefined if
 * it does not.
 */
export function complaintAbout(
  call: BadCall,
  { status, json, text }: Answered,
): string | undefined {
  const shown = `${call.name}: ${status} ${text.slice(0, 300)}`;
  if (status !== 400) {
    return `not 400: ${shown}`;
  }
  if (typeof json?.message !== "string" || json.code !== "invalid_input") {
    return `no message or another code: ${shown}`;
  }
  const fields: { path: string; code: string; message: string }[] = json.fields ?? [];
  const named = fields.find(({ path }) => path === call.path || path.startsWith(`${call.path}.`));
  if (named === undefined) {
    return `does not name ${call.path}: ${shown}`;
  }
  return Object.hasOwn(FIELD_TEXTS, named.code) && named.message !== ""
    ? undefined
    : `names it without a code and a message: ${shown}`;
}

/** Sends every invalid call and returns the problems found in the responses. */
export async function sendBadCalls(
  test: Pick<TestApp, "call">,
  calls: readonly BadCall[],
  options: CallOptions,
): Promise<string[]> {
  const complaints: string[] = [];
  for (const bad of calls) {
    const { method } = bad.endpoint;
    const answered = await test.call(method, bad.url, { ...options, body: bad.body });
    const complaint = complaintAbout(bad, answered);
    if (complaint !== undefined) {
      complaints.push(complaint);
    }
  }
  return complaints;
}
