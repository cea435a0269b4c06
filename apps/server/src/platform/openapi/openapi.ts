import { type Endpoint, keyUseOf } from "@tessera/contract/endpoint";
import { ENDPOINTS } from "@tessera/contract/endpoints";
import { ERRORS, type ErrorCode } from "@tessera/contract/errors/catalog";
import { FAULT_ERRORS } from "@tessera/contract/errors/fault-errors";
import { FILE_ERRORS } from "@tessera/contract/errors/file-errors";
import { problem } from "@tessera/contract/errors/problem";
import { MAX_FILE_BYTES } from "@tessera/contract/files";
import { scopeNeededBy } from "@tessera/contract/identity/key-scopes";
import { WHY_KEY_IS_IGNORED } from "@tessera/contract/ignored-keys";
import * as z from "zod/mini";
import serverPackage from "../../../package.json" with { type: "json" };
import { AUTHENTICATE } from "../http/error-answers.ts";
import { problemBody } from "../http/problem.ts";
import { developerGuide } from "./developer-guide.ts";
import { BODY_EXAMPLES } from "./openapi-body-examples.ts";
import { eventStreamOperation } from "./openapi-event-stream.ts";
import { exampleOf, type JsonSchema } from "./openapi-examples.ts";
import { memberErrorsOf, memberTextsOf } from "./openapi-members.ts";

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as JsonSchema;
}

function isProofAsked(proof: Endpoint["proof"] = false): boolean {
  return proof !== false;
}

/** Errors that any call can return during a fault in Tessera or its database. */
const FOR_NOW = Object.keys(FAULT_ERRORS) as (keyof typeof FAULT_ERRORS)[];
const FILE_CODES = Object.keys(FILE_ERRORS) as (keyof typeof FILE_ERRORS)[];

/** Lists the errors that an endpoint declares, plus those that follow from its requirements. */
function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = ["invalid_input", "internal", ...FOR_NOW];
  if (endpoint.body !== undefined) {
    codes.push("malformed_request", "payload_too_large", "unsupported_media_type");
  }
  if (endpoint.file !== undefined) {
    codes.push(...FILE_CODES);
  }
  if (endpoint.access === "session" || endpoint.access === "operator") {
    codes.push("unauthenticated", "forbidden");
  }
  if (scopeNeededBy(endpoint) !== undefined) {
    codes.push("api_key_scope_missing", "api_key_address_refused", "api_key_in_url");
    if (isProofAsked(endpoint.proof)) {
      codes.push("approval_required");
    }
  } else if (endpoint.access === "session" || endpoint.access === "operator") {
    codes.push("api_key_not_accepted");
  }
  if (endpoint.access === "operator") {
    codes.push("second_factor_required");
  }
  codes.push(...memberErrorsOf(endpoint));
  if (endpoint.access !== "sandbox") {
    codes.push("rate_limited");
  }
  if (endpoint.params !== undefined) {
    codes.push("not_found");
  }
  if (keyUseOf(endpoint) !== "ignored") {
    // Even an optional key may be malformed.
    codes.push("idempotency_key_required", "idempotency_in_progress", "idempotency_mismatch");
  }
  if (isProofAsked(endpoint.proof)) {
    codes.push("proof_required", "proof_invalid", "proof_stale");
  }
  return [...new Set([...codes, ...(endpoint.errors ?? [])])];
}

function errorAnswers(errors: readonly ErrorCode[], isReplayed = false): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errors) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers: Json = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const examples = codes.map((code) => [
      code,
      { value: problemBody({ code, locale: "en", requestId: "0192f0c1-…" }) },
    ]);
    answers[String(status)] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message.en}`).join("\n\n"),
      ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
      ...(status === 401 && { headers: WWW_AUTHENTICATE }),
      // Final state errors are stored under the key, just as successes are.
      ...(status === 409 && isReplayed && { headers: IDEMPOTENT_REPLAYED }),
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(examples),
        },
      },
    };
  }
  return answers;
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } },
};

const IDEMPOTENT_REPLAYED = {
  "Idempotent-Replayed": {
    description: "`true` where this is the stored answer of an earlier request",
    schema: { type: "string", enum: ["true"] },
  },
};

const WWW_AUTHENTICATE = {
  "WWW-Authenticate": {
    description: "How to authenticate",
    schema: { type: "string", enum: [AUTHENTICATE] },
  },
};

function successAnswer(endpoint: Endpoint): Json {
  const { success, path } = endpoint;
  const headers: Json = {
    ...(keyUseOf(endpoint) !== "ignored" && IDEMPOTENT_REPLAYED),
    ...(path === "/api/captcha" && {
      "X-Captcha-Id": { description: "The image's id", schema: { type: "string" } },
    }),
  };
  const base = { description: success.status === 201 ? "Created" : "Done", headers };
  if (success.body === null) {
    return path === "/api/captcha"
      ? { ...base, content: { "image/png": { schema: { type: "string", format: "binary" } } } }
      : base;
  }
  const schema = schemaOf(success.body, "output");
  return { ...base, content: { "application/json": { schema, example: exampleOf(schema) } } };
}

function parametersIn(place: "path" | "query", schema: z.ZodMiniType | undefined): Json[] {
  if (schema === undefined) {
    return [];
  }
  const { properties = {}, required = [] } = schemaOf(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

const KEY_DESCRIPTION = "Created once for each operation, sent on every try";
const LANGUAGE_DESCRIPTION =
  "Language of messages: `en`, `zh-CN` or `zh-TW`; any other value reads as `en`";

const CELL_DESCRIPTIONS = {
  one: "With several cells: the cell that the call is for; by default, the operator's own",
  all: "With several cells: the only cell to answer; by default, all of them do",
};

function headerParameters(endpoint: Endpoint): Json[] {
  const { proof, access, cells } = endpoint;
  const keyUse = keyUseOf(endpoint);
  const header = (name: string, required: boolean, description: string, schema: Json) => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string", ...schema },
  });
  return [
    ...(access === "sandbox"
      ? []
      : [header("Accept-Language", false, LANGUAGE_DESCRIPTION, { example: "zh-CN, en;q=0.5" })]),
    ...(keyUse === "ignored"
      ? []
      : [
          header("Idempotency-Key", keyUse === "required", KEY_DESCRIPTION, {
            pattern: "^[!-~]{1,255}$",
          }),
        ]),
    ...(access === "operator" && (cells === undefined || cells === "all")
      ? [header("X-Tessera-Cell", false, CELL_DESCRIPTIONS[cells ?? "one"], {})]
      : []),
    ...(isProofAsked(proof)
      ? [header("X-Proof", true, "A proof of `POST /api/auth/proof`, at most 5 minutes old", {})]
      : []),
  ];
}

/** The contract's name for each endpoint, such as `listCards` or `closeCard`. */
const NAMES: ReadonlyMap<Endpoint, string> = new Map(
  Object.values(ENDPOINTS).flatMap((feature) =>
    Object.entries<Endpoint>(feature).map(([name, endpoint]) => [endpoint, name] as const),
  ),
);

/**
 * The endpoints in the contract's order, so that the document does not depend on the order of
 * registration.
 */
const ORDER: ReadonlyMap<Endpoint, number> = new Map(
  [...NAMES.keys()].map((endpoint, index) => [endpoint, index] as const),
);

function inOrder(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return endpoints.toSorted((a, b) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0));
}

function operationId(endpoint: Endpoint): string {
  const name = NAMES.get(endpoint);
  if (name === undefined) {
    throw new Error(`${endpoint.method} ${endpoint.path} is not in the contract's list of calls`);
  }
  return name;
}

function fileBody(kinds: NonNullable<Endpoint["file"]>, maxBytes = MAX_FILE_BYTES): Json {
  return {
    required: true,
    description: `The file's bytes, at most ${maxBytes}`,
    content: Object.fromEntries(
      kinds.map((kind) => [kind, { schema: { type: "string", format: "binary" } }]),
    ),
  };
}

/**
 * Returns an endpoint's security requirements. An empty requirement in addition to the session
 * means that the session is optional.
 */
function securityOf(endpoint: Endpoint): Json[] {
  switch (endpoint.access) {
    case "session":
      return scopeNeededBy(endpoint) === undefined
        ? [{ session: [] }]
        : [{ session: [] }, { apiKey: [] }];
    case "operator":
      return [{ session: [] }];
    case "optional":
      return [{ session: [] }, {}];
    default:
      return [];
  }
}

const API_KEY_DESCRIPTION =
  "An API key (`tsk_…`), created in the console. A call says which scope it needs. Calls that " +
  "need a person answer 403 `approval_required`, and a key in a URL is revoked.";

/** Says which scope an API key needs, who may call for a company, and which keys are ignored. */
function descriptionOf(endpoint: Endpoint): { description?: string } {
  const needed = scopeNeededBy(endpoint);
  const { description } = ignoredKeyOf(endpoint);
  const texts = [
    ...(description === undefined ? [] : [description]),
    ...(needed === undefined ? [] : [`API keys need \`${needed.tag}: ${needed.access}\`.`]),
    ...memberTextsOf(endpoint),
  ];
  return texts.length === 0 ? {} : { description: texts.join(" ") };
}

/** Explains why a write ignores an `Idempotency-Key`, if it does. */
function ignoredKeyOf({ idempotencyKey }: Endpoint): { description?: string } {
  if (typeof idempotencyKey !== "object") {
    return {};
  }
  const why = WHY_KEY_IS_IGNORED[idempotencyKey.ignored];
  return { description: `Ignores \`Idempotency-Key\`. ${why}` };
}

function operation(endpoint: Endpoint): Json {
  const body = endpoint.body === undefined ? undefined : schemaOf(endpoint.body, "input");
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    parameters: [
      ...parametersIn("path", endpoint.params),
      ...parametersIn("query", endpoint.query),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.file !== undefined && {
      requestBody: fileBody(endpoint.file, endpoint.maxFileBytes),
    }),
    ...(body !== undefined && {
      requestBody: {
        required: endpoint.body?.safeParse({}).success !== true,
        content: {
          "application/json": {
            schema: body,
            example: BODY_EXAMPLES.get(endpoint) ?? exampleOf(body),
          },
        },
      },
    }),
    responses: {
      [endpoint.success.status]: successAnswer(endpoint),
      ...errorAnswers(errorsOf(endpoint), keyUseOf(endpoint) !== "ignored"),
    },
  };
}

/** Returns the OpenAPI 3.1 document for the registered endpoints. */
export function openApiDocument(registered: readonly Endpoint[], serverUrl: string): Json {
  const endpoints = inOrder(registered);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  paths["/api/events"] = {
    get: eventStreamOperation(
      errorAnswers(["unauthenticated", "rate_limited", "internal", ...FOR_NOW]),
    ),
  };
  const tags = [...new Set([...endpoints.map(({ tag }) => tag), "events"])];
  return {
    openapi: "3.1.0",
    info: {
      title: "Tessera",
      version: serverPackage.version,
      description: `The API of a virtual-card program.\n\n${developerGuide()}`,
    },
    servers: [{ url: serverUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The token of a sign-in" },
        apiKey: { type: "http", scheme: "bearer", description: API_KEY_DESCRIPTION },
      },
      schemas: { Problem: schemaOf(problem, "output") },
    },
  };
}
