import { type Endpoint, keyUseOf, pathOf } from "@tessera/contract/endpoint";
import type { KeyScopes } from "@tessera/contract/identity/key-scopes";
import { includesScope, scopeNeededBy } from "@tessera/contract/identity/key-scopes";
import * as z from "zod/mini";
import type { McpTool } from "./mcp-tools.ts";

type Json = Readonly<Record<string, unknown>>;

interface ObjectSchema {
  readonly properties: Json;
  readonly required: readonly string[];
}

const NOTHING: ObjectSchema = { properties: {}, required: [] };
const KEY_NAME = "idempotencyKey";
const KEY_SCHEMA = {
  type: "string",
  pattern: "^[!-~]{1,255}$",
  description:
    "A random text that you make once for each intended action. Repeat it if you try again: the " +
    "action then happens once.",
};

function objectSchemaOf(schema: z.ZodMiniType | undefined): ObjectSchema {
  if (schema === undefined) {
    return NOTHING;
  }
  const {
    type,
    properties,
    required = [],
  } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
  });
  if (type !== "object" || properties === undefined) {
    throw new Error("the input of a tool is not an object");
  }
  return { properties, required };
}

/** The parts of a call's input, each with the names of its fields. */
interface InputParts {
  readonly params: ObjectSchema;
  readonly query: ObjectSchema;
  readonly body: ObjectSchema;
}

function partsOf({ params, query, body }: Endpoint): InputParts {
  return {
    params: objectSchemaOf(params),
    query: objectSchemaOf(query),
    body: objectSchemaOf(body),
  };
}

/**
 * Returns the JSON Schema of a tool's arguments: the fields of the path, the query and the body,
 * and an idempotency key where the call requires one.
 *
 * @throws Error if two parts have a field of the same name
 */
function inputSchemaOf(endpoint: Endpoint): Json {
  const { params, query, body } = partsOf(endpoint);
  const needsKey = keyUseOf(endpoint) === "required";
  const parts = [params, query, body];
  const names = parts.flatMap(({ properties }) => Object.keys(properties));
  if (new Set([...names, KEY_NAME]).size !== names.length + 1) {
    throw new Error(`${endpoint.method} ${endpoint.path} has two fields of one name`);
  }
  return {
    type: "object",
    properties: {
      ...params.properties,
      ...query.properties,
      ...body.properties,
      ...(needsKey && { [KEY_NAME]: KEY_SCHEMA }),
    },
    required: [...parts.flatMap(({ required }) => required), ...(needsKey ? [KEY_NAME] : [])],
    additionalProperties: false,
  };
}

/** Returns whether a key's scopes include the call of a tool. */
export function mayUse({ endpoint }: McpTool, scopes: KeyScopes): boolean {
  const needed = scopeNeededBy(endpoint);
  return needed !== undefined && includesScope(scopes, needed);
}

/** Describes a tool as `tools/list` returns it. */
export function describeTool({ name, title, description, endpoint }: McpTool): Json {
  const reads = scopeNeededBy(endpoint)?.access === "read";
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(endpoint),
    annotations: {
      title,
      readOnlyHint: reads,
      // Nothing that a tool does destroys data, and a repeated call under one key acts once.
      destructiveHint: false,
      idempotentHint: reads || endpoint.method === "PUT" || keyUseOf(endpoint) === "required",
      openWorldHint: false,
    },
  };
}

/** A request to the API. */
export interface ToolRequest {
  readonly method: Endpoint["method"];
  readonly url: string;
  readonly body: Json | undefined;
  readonly idempotencyKey: string | undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Returns a value for one segment of a path. A segment that URLs treat in a special way becomes one
 * that names nothing.
 */
function segmentOf(value: unknown): string {
  const text = textOf(value ?? "");
  return /^\.{0,2}$/.test(text) ? "-" : text;
}

function pick(given: Json, { properties }: ObjectSchema): Json {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(properties, name)),
  );
}

/**
 * Returns the request that a tool makes with some arguments. The API checks them, as it does for
 * any other caller. A field that no part has goes into the body, which the API then rejects.
 */
export function requestOf({ endpoint }: McpTool, given: Json): ToolRequest {
  const { params, query } = partsOf(endpoint);
  const { [KEY_NAME]: key, ...fields } = given;
  const path = pathOf(
    endpoint.path,
    Object.fromEntries(
      Object.keys(params.properties).map((name) => [name, segmentOf(fields[name])]),
    ),
  );
  const inUrl = { ...params.properties, ...query.properties };
  const rest = Object.entries(fields).filter(([name]) => !Object.hasOwn(inUrl, name));
  const search = new URLSearchParams(
    Object.entries(pick(fields, query)).map(([name, value]) => [name, textOf(value)]),
  );
  if (endpoint.body === undefined) {
    for (const [name, value] of rest) {
      search.append(name, textOf(value));
    }
  }
  return {
    method: endpoint.method,
    url: search.size === 0 ? path : `${path}?${search}`,
    body: endpoint.body === undefined ? undefined : Object.fromEntries(rest),
    idempotencyKey: key === undefined ? undefined : textOf(key),
  };
}
