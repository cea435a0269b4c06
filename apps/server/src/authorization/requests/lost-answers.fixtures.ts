import { UnknownOutcomeError } from "@tessera/database";
import type { Ledger, Movement } from "@tessera/ledger";
import type { AppContext } from "../../platform/context.ts";

/** When the connection is cut: before the commit, after the commit, or not at all. */
export type Cut = "before" | "after" | "not";

/** A context whose ledger loses responses, with the movements submitted to it. */
export type LosingContext = AppContext & { readonly sent: Movement[] };

/**
 * Creates a context whose ledger loses the responses to its first few submissions, as specified by
 * `cuts`.
 */
export function losingAnswers(context: AppContext, cuts: readonly Cut[]): LosingContext {
  const { ledger } = context;
  const sent: Movement[] = [];
  const submit: Ledger["submit"] = async (movement, options) => {
    const cut = cuts[sent.push(movement) - 1] ?? "not";
    const result = cut === "before" ? undefined : await ledger.submit(movement, options);
    if (result === undefined || cut === "after") {
      throw new UnknownOutcomeError(new Error("the connection was cut"));
    }
    return result;
  };
  return { ...context, ledger: { ...ledger, submit }, sent };
}
