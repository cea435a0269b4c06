import { FIELD_TEXTS } from "@tessera/contract/errors/field-texts";
import type { FieldCode } from "@tessera/contract/fields";
import type * as z from "zod/v4/core";

/** A rejected field, before its message is translated into the reader's language. */
export interface FieldRefusal {
  readonly path: string;
  readonly code: FieldCode;
}

const MAX_FIELDS = 50;

function isFieldCode(text: string): text is FieldCode {
  return Object.hasOwn(FIELD_TEXTS, text);
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join(".").slice(0, 200);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = Reflect.get(value, key);
  }
  return value;
}

/** Returns the code for a failed check that does not specify its own. */
function codeOfKind(issue: z.$ZodIssue): FieldCode {
  switch (issue.code) {
    case "invalid_type":
      return "wrong_type";
    case "invalid_value":
      return "not_allowed";
    case "too_big":
      return issue.origin === "string" || issue.origin === "array" ? "too_long" : "out_of_range";
    case "too_small":
      return issue.origin === "string" || issue.origin === "array" ? "too_short" : "out_of_range";
    default:
      return "malformed";
  }
}

function codeOf(issue: z.$ZodIssue, value: unknown): FieldCode {
  const own = isFieldCode(issue.message) ? issue.message : codeOfKind(issue);
  if (issue.code === "invalid_type" && value === undefined) {
    return "required";
  }
  if (issue.code === "invalid_value" && (own === "not_allowed" || own === "wrong_type")) {
    if (value === undefined) {
      return "required";
    }
    return typeof value === "string" ? "not_allowed" : "wrong_type";
  }
  return own;
}

/**
 * Returns the issues from the union branch that fits the input best, which is the branch with the
 * right type.
 */
function fittingBranch(issue: z.$ZodIssueInvalidUnion): readonly z.$ZodIssue[] | undefined {
  return issue.errors.find(
    (branch) =>
      branch.length > 0 &&
      !branch.some(
        (one) =>
          one.path.length === 0 && (one.code === "invalid_type" || one.code === "invalid_value"),
      ),
  );
}

function* refusalsOf(
  issues: readonly z.$ZodIssue[],
  input: unknown,
  prefix: readonly PropertyKey[],
): Generator<FieldRefusal> {
  for (const issue of issues) {
    const path = [...prefix, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        yield { path: dotted([...path, key]), code: "unknown_field" };
      }
    } else if (issue.code === "invalid_union") {
      yield* unionRefusals(issue, input, path);
    } else {
      yield { path: dotted(path), code: codeOf(issue, valueAt(input, path)) };
    }
  }
}

function* unionRefusals(
  issue: z.$ZodIssueInvalidUnion,
  input: unknown,
  path: readonly PropertyKey[],
): Generator<FieldRefusal> {
  const branch = fittingBranch(issue);
  if (branch !== undefined) {
    yield* refusalsOf(branch, input, path);
    return;
  }
  const value = valueAt(input, path);
  const takesValues = issue.errors.some((one) => one[0]?.code === "invalid_value");
  const refusedValue = typeof value === "string" && takesValues ? "not_allowed" : "wrong_type";
  yield { path: dotted(path), code: value === undefined ? "required" : refusedValue };
}

/** Returns the first problem in each field. */
export function fieldRefusals(issues: readonly z.$ZodIssue[], input: unknown): FieldRefusal[] {
  const byPath = new Map<string, FieldRefusal>();
  for (const refusal of refusalsOf(issues, input, [])) {
    if (!byPath.has(refusal.path) && byPath.size < MAX_FIELDS) {
      byPath.set(refusal.path, refusal);
    }
  }
  return [...byPath.values()];
}

/**
 * Finds strings anywhere in a validated input that PostgreSQL cannot store (NUL, lone surrogates).
 * Most schemas reject them. This check covers fields whose schemas limit only the length.
 */
export function unstorableTexts(value: unknown, path: readonly PropertyKey[] = []): FieldRefusal[] {
  if (typeof value === "string") {
    const isStorable = value.isWellFormed() && !value.includes("\u0000");
    return isStorable ? [] : [{ path: dotted(path), code: "malformed_text" }];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, item]) => unstorableTexts(item, [...path, key]));
}
