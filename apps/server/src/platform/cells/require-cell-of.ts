import type { Endpoint } from "@tessera/contract/endpoint";

/** Fields of a body that say which cell a call without a session belongs to. */
const TELLING: readonly string[] = ["captchaId", "challenge", "email", "pan", "token", "username"];

/**
 * Checks that a route says which cell its calls belong to, if they have no session and their body
 * contains what tells it.
 *
 * @throws Error
 */
export function requireCellOf(
  { access, method, path, body }: Pick<Endpoint, "access" | "method" | "path" | "body">,
  cellOf: unknown,
): void {
  const shape = body !== undefined && "shape" in body ? Object.keys(Object(body.shape)) : [];
  const told = shape.find((field) => TELLING.includes(field));
  const needsOne = access !== "session" && access !== "operator" && told !== undefined;
  if (needsOne && cellOf === undefined) {
    throw new Error(`${method} ${path} needs cellOf: its ${told} tells which cell it belongs to`);
  }
}
