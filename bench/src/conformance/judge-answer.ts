import { isDeepStrictEqual } from "node:util";
import type { Endpoint } from "@tessera/contract/endpoint";
import { ERRORS, type ErrorCode } from "@tessera/contract/errors/catalog";
import { problem } from "@tessera/contract/errors/problem";

/** A response as it arrived, with its JSON if it has any. */
export interface Received {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly json: unknown;
}

/** What a response was: a success, a published error, or something the contract does not allow. */
export interface Verdict {
  readonly kind: "success" | "error";
  /** The error's code; undefined for a success. */
  readonly code: string | undefined;
  /** How the response differs from the contract; undefined if it does not. */
  readonly complaint: string | undefined;
}

/**
 * Compares a response with the contract: the status and every field of a success, and the form, the
 * code and the status of an error.
 *
 * @param published the codes that the OpenAPI document lists for the call
 */
export function judgeAnswer(
  endpoint: Endpoint,
  received: Received,
  published: ReadonlySet<string>,
): Verdict {
  if (received.status < 300) {
    return {
      kind: "success",
      code: undefined,
      complaint: complaintAboutSuccess(endpoint, received),
    };
  }
  const parsed = problem.safeParse(received.json);
  const shown = `${received.status} ${received.text.slice(0, 200)}`;
  if (!parsed.success) {
    return { kind: "error", code: undefined, complaint: `not in the error format: ${shown}` };
  }
  const { code, status, message } = parsed.data;
  const verdict = (complaint: string | undefined): Verdict => ({ kind: "error", code, complaint });
  if (!Object.hasOwn(ERRORS, code) || message === "") {
    return verdict(`a code that the catalog does not list, or no message: ${shown}`);
  }
  if (status !== received.status || ERRORS[code as ErrorCode].status !== received.status) {
    return verdict(`another status than the catalog's: ${shown}`);
  }
  if (!received.contentType.startsWith("application/problem+json")) {
    return verdict(`content type ${received.contentType}: ${shown}`);
  }
  return verdict(
    published.has(code) ? undefined : `a code that the API does not publish: ${shown}`,
  );
}

function complaintAboutSuccess({ success }: Endpoint, received: Received): string | undefined {
  const { status, text, json } = received;
  if (status !== success.status) {
    return `status ${status} instead of ${success.status}`;
  }
  if (success.body === null) {
    return status === 204 && text !== "" ? "a body with 204" : undefined;
  }
  const parsed = success.body.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.map(String).join(".")}: ${issue?.message ?? issue?.code}`;
  }
  // Schemas drop fields that they do not list.
  return isDeepStrictEqual(parsed.data, json)
    ? undefined
    : "fields that the contract does not list";
}
