import type { FeePreview, FeesInput } from "@tessera/contract/back-office/program.schemas";
import {
  countOpenQuotes,
  exampleTerms,
  feeScheduleAt,
  feeTerms,
  openingFeesOf,
} from "../../cards/pricing/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { presentExamples } from "./program.presenter.ts";

/** Longer than any quote is valid, in milliseconds. */
const QUOTES_MS = 15 * 60_000;

/**
 * Returns what customers would pay before and after the effective date if these fees were
 * published.
 *
 * @throws Refusal `invalid_input`
 */
export async function previewFees(context: AppContext, input: FeesInput): Promise<FeePreview> {
  const { kysely } = context.db;
  const terms = feeTerms(input);
  const now = context.clock.now();
  const beginsMs = Math.max(terms.effective_from.getTime(), now.getTime());
  const [before, openQuotes] = await Promise.all([
    feeScheduleAt(kysely, new Date(beginsMs - 1)),
    countOpenQuotes(kysely, now, new Date(now.getTime() - QUOTES_MS)),
  ]);
  const after = {
    openingFees: openingFeesOf(terms),
    cardDepositBasisPoints: terms.card_deposit_basis_points,
    withdrawalBasisPoints: terms.withdrawal_basis_points,
  };
  return {
    before: presentExamples(exampleTerms(before)),
    after: presentExamples(exampleTerms(after)),
    openQuotes,
  };
}
