const MISTYPED: ReadonlySet<string> = new Set(["bigint", "boolean"]);

/**
 * Writes an array parameter as an array literal if postgres.js would give it the wrong type.
 * postgres.js gives an array the type of its first element if the first element is a bigint, a date
 * or a boolean (`bigint` instead of `bigint[]`), which the server rejects. A literal has no type,
 * so the server infers the type from the statement. Returns other parameters unchanged.
 */
export function withoutInferredType<P>(parameter: P): P | string {
  if (!Array.isArray(parameter)) {
    return parameter;
  }
  const elements: unknown[] = parameter;
  if (!elements.some((element) => element instanceof Date || MISTYPED.has(typeof element))) {
    return parameter;
  }
  return `{${elements.map(literalOf).join(",")}}`;
}

function literalOf(element: unknown): string {
  if (element === null) {
    return "NULL";
  }
  const text = element instanceof Date ? element.toISOString() : String(element);
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
