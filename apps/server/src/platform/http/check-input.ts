import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { type FieldRefusal, fieldRefusals, unstorableTexts } from "./field-problems.ts";
import { Refusal } from "./refusal.ts";

/** Accepts no properties. Used for parts of a call that the endpoint does not use. */
const NOTHING = z.strictObject({});

interface Checked {
  readonly value: unknown;
  readonly refusals: readonly FieldRefusal[];
}

function check(schema: z.ZodMiniType, input: unknown): Checked {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    return { value: undefined, refusals: fieldRefusals(parsed.error.issues, input) };
  }
  return { value: parsed.data, refusals: unstorableTexts(input) };
}

/**
 * Parses a call's parameters, query and body with the endpoint's schemas.
 *
 * @throws Refusal `not_found` if the id in the path cannot exist; `invalid_input` naming every
 * rejected field
 */
export function checkInput(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, "params" | "query" | "body">,
): { params: unknown; query: unknown; body: unknown } {
  const params = check(endpoint.params ?? NOTHING, request.params ?? {});
  if (params.refusals.length > 0) {
    throw new Refusal("not_found");
  }
  const query = check(endpoint.query ?? NOTHING, request.query ?? {});
  // A missing body counts as an empty object, so that the error names each missing field.
  const body = check(endpoint.body ?? NOTHING, request.body === undefined ? {} : request.body);
  const fields = [...query.refusals, ...body.refusals];
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
  return {
    params: endpoint.params === undefined ? undefined : params.value,
    query: endpoint.query === undefined ? undefined : query.value,
    body: endpoint.body === undefined ? undefined : body.value,
  };
}
