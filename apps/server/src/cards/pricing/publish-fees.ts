import { FEE_NOTICE_SECONDS, type FeesInput } from "@tessera/contract/back-office/program.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { openingFeeOf, refusedField } from "./amount-fields.ts";
import { operatorKey } from "./client-key.ts";
import { feeScheduleAt } from "./fee-schedule.ts";
import {
  type FeeRecord,
  findFeesByKey,
  insertFees,
  isMomentTaken,
  lockFees,
  nextFeeVersion,
} from "./fees.repository.ts";
import { foreignBufferOf, foreignMarkupOf } from "./foreign-markup.policy.ts";
import { openingFeesOf } from "./opening-fees.policy.ts";

export interface NewFees {
  readonly input: FeesInput;
  readonly idempotencyKey: string;
  readonly act: OperatorAct;
}

/**
 * Publishes fees that take effect at a later time and never change. Each key publishes fees only
 * once.
 *
 * @throws Refusal `invalid_input` if the fees would take effect too soon, `fees_moment_taken`,
 * `idempotency_mismatch`
 */
export async function publishFees(
  context: AppContext,
  { input, idempotencyKey, act }: NewFees,
): Promise<FeeRecord> {
  const asked = feeTerms(input);
  const clientKey = operatorKey(act, idempotencyKey);
  return inTransaction(context.db, async (tx) => {
    await lockFees(tx);
    const earlier = await findFeesByKey(tx, clientKey);
    if (earlier !== undefined) {
      return requireSame(earlier, asked);
    }
    const now = context.clock.now();
    const terms = { ...asked, ...(await foreignTermsOf(tx, input, now)) };
    if (terms.effective_from.getTime() < now.getTime() + FEE_NOTICE_SECONDS * 1_000) {
      throw refusedField("effectiveFrom", "out_of_range");
    }
    if (await isMomentTaken(tx, terms.effective_from)) {
      throw new Refusal("fees_moment_taken");
    }
    const version = await nextFeeVersion(tx);
    const { actor: published_by } = act;
    const row = { ...terms, version, published_by, client_key: clientKey, created_at: now };
    await insertFees(tx, row);
    await context.ledger.appendAudit(tx, [
      {
        action: "fees.publish",
        actor: act.actor,
        customerId: null,
        object: String(version),
        outcome: "ok",
        requestId: act.requestId,
        data: { role: act.role, after: auditedFees(row) },
      },
    ]);
    return { ...row, cancelled_by: null, cancelled_at: null };
  });
}

/** Returns the markup and the buffer; where not given, those in force when the new fees begin. */
async function foreignTermsOf(tx: Tx, input: FeesInput, now: Date) {
  const begins = new Date(input.effectiveFrom);
  const before = await feeScheduleAt(tx, begins < now ? now : begins);
  const { foreignMarkupBasisPoints: markup, foreignBufferBasisPoints: buffer } = input;
  return {
    foreign_markup_basis_points: markup ?? before.foreignMarkupBasisPoints,
    foreign_hold_buffer_basis_points: buffer ?? before.foreignBufferBasisPoints,
  };
}

/** Returns the database columns of a fee version. A markup or buffer that is not given is null. */
export function feeTerms(input: FeesInput) {
  const openingFee = (currency: CurrencyCode) =>
    openingFeeOf(input.cardOpeningFees[currency], currency, `cardOpeningFees.${currency}`);
  return {
    effective_from: new Date(input.effectiveFrom),
    card_opening_fee_minor: openingFee("USD"),
    card_opening_fee_currency: "USD" as const,
    card_opening_fee_cny_minor: openingFee("CNY"),
    card_opening_fee_eur_minor: openingFee("EUR"),
    card_deposit_basis_points: input.cardDepositBasisPoints,
    withdrawal_basis_points: input.withdrawalBasisPoints,
    foreign_markup_basis_points: input.foreignMarkupBasisPoints ?? null,
    foreign_hold_buffer_basis_points: input.foreignBufferBasisPoints ?? null,
  };
}

type FeeTerms = ReturnType<typeof feeTerms>;

function requireSame(earlier: FeeRecord, terms: FeeTerms): FeeRecord {
  // A request without a markup or a buffer took the one in force at that time.
  const asked = {
    ...terms,
    foreign_markup_basis_points:
      terms.foreign_markup_basis_points ?? earlier.foreign_markup_basis_points,
    foreign_hold_buffer_basis_points:
      terms.foreign_hold_buffer_basis_points ?? earlier.foreign_hold_buffer_basis_points,
  };
  if (JSON.stringify(auditedFees(earlier)) !== JSON.stringify(auditedFees(asked))) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}

/** Returns the audit data of a fee version. */
export function auditedFees(fees: FeeTerms | FeeRecord): Record<string, string | number> {
  const opening = openingFeesOf(fees);
  return {
    effectiveFrom: fees.effective_from.toISOString(),
    openingFeesMinor: `USD ${opening.USD}, CNY ${opening.CNY}, EUR ${opening.EUR}`,
    cardDepositBasisPoints: fees.card_deposit_basis_points,
    withdrawalBasisPoints: fees.withdrawal_basis_points,
    foreignMarkupBasisPoints: foreignMarkupOf(fees),
    foreignBufferBasisPoints: foreignBufferOf(fees),
  };
}
