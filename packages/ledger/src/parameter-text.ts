import type { PreparedMovement } from "./prepare-movement.ts";

/** A value that postgres.js sends unchanged. Arrays are already array literals. */
export type Parameter = string | boolean | Date | Uint8Array | null;

/** Separates the JSON texts of a batch. JSON always escapes this character. */
const RECORD = "\u001e";

/** Joins the `data` of all movements into one text. */
export function joinedData(batch: readonly PreparedMovement[]): string {
  return batch.map(({ data }) => data).join(RECORD);
}

/**
 * Returns the records attached to the movements as one JSON array that includes the movements'
 * indexes; null if there are no records.
 */
export function attached(
  batch: readonly PreparedMovement[],
  select: (prepared: PreparedMovement) => readonly string[],
): string | null {
  const objects: string[] = [];
  batch.forEach((prepared, index) => {
    for (const object of select(prepared)) {
      objects.push(`${object},"m":${index + 1}}`);
    }
  });
  return objects.length === 0 ? null : `[${objects.join(",")}]`;
}

/** Returns an array literal of values that need no quotes: numbers, UUIDs and known keywords. */
export function list(values: readonly (string | number | bigint | null)[]): string {
  let literal = "{";
  for (let index = 0; index < values.length; index += 1) {
    literal += index === 0 ? (values[index] ?? "NULL") : `,${values[index] ?? "NULL"}`;
  }
  return `${literal}}`;
}

const NEEDS_ESCAPE = /["\\]/;

/** Returns an array literal of arbitrary strings. */
export function texts(values: readonly (string | null)[]): string {
  const quoted = values.map((value) => {
    if (value === null) {
      return "NULL";
    }
    return NEEDS_ESCAPE.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : `"${value}"`;
  });
  return `{${quoted.join(",")}}`;
}

/**
 * Returns `$1,$2,…`: first `plain` placeholders, then `json` placeholders for JSON sent as text.
 */
export function placeholders(plain: number, json: number): string {
  return Array.from({ length: plain + json }, (_, index) =>
    index < plain ? `$${index + 1}` : `$${index + 1}::text::jsonb`,
  ).join(",");
}
