import type { DeclineExplanation, Fix } from "@tessera/contract/authorization/risk.schemas";
import { DECLINES } from "@tessera/contract/errors/declines";
import type { Locale } from "@tessera/contract/errors/locales";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { wireId } from "../../../platform/ids.ts";
import { findDeclinedPayment } from "../declined-payments.repository.ts";
import { type FixPlan, fixesOf } from "../fixes.policy.ts";
import { withMandate } from "../mandate-message.policy.ts";
import { findPaymentMandate } from "../payment-mandates.repository.ts";
import { isDeclineCode, readTrace } from "../stored-trace.ts";
import { presentTrace } from "../trace.presenter.ts";

/**
 * Explains, check by check, why a payment was declined and what would let it pass. The explanation
 * is shown only to the payment's signed-in owner; emails and notifications never contain these
 * details.
 *
 * @throws Refusal `not_found` for another customer's payment, or for one that was not declined
 */
export async function explainDecline(
  context: AppContext,
  customerId: string,
  movementId: string | undefined,
  locale: Locale,
): Promise<DeclineExplanation> {
  const payment =
    movementId === undefined
      ? undefined
      : await findDeclinedPayment(context.db.kysely, customerId, movementId);
  const code = payment?.data.declineCode;
  if (payment === undefined || code === undefined) {
    throw new Refusal("not_found");
  }
  const { currency } = payment;
  const { merchant } = payment.data;
  const trace = readTrace(payment.data, payment.strategyNames);
  const mandate = await findPaymentMandate(context.db.kysely, customerId, payment.data);
  return {
    movementId: wireId("mov", payment.id),
    cardId: wireId("card", payment.cardId),
    code,
    message: withMandate(declineMessage(code, locale) ?? code, { code, locale, mandate }),
    amount: formatAmount(payment.amountMinor, currency),
    currency,
    ...(merchant !== undefined && { merchant }),
    ...(mandate !== undefined && { mandate }),
    at: payment.at.toISOString(),
    trace: presentTrace(trace, currency, locale),
    fixes: presentFixes(
      fixesOf(trace).filter(({ kind }) => kind !== "allow_once" || !payment.isMore),
      currency,
    ),
  };
}

/**
 * Returns the text of a decline code for the card's owner, or null for `approved` and for unknown
 * codes.
 */
export function declineMessage(code: string, locale: Locale): string | null {
  return isDeclineCode(code) ? DECLINES[code].message[locale] : null;
}

export function presentFixes(fixes: readonly FixPlan[], currency: CurrencyCode): Fix[] {
  return fixes.map(({ kind, amountMinor, strategyId, strategyName, limit, at }) => ({
    kind,
    ...(amountMinor !== undefined && { amount: formatAmount(amountMinor, currency) }),
    ...(strategyId !== undefined && { strategyId: wireId("stg", strategyId) }),
    ...(strategyName !== undefined && { strategyName }),
    ...(limit !== undefined && { limit }),
    ...(at !== undefined && { at: at.toISOString() }),
  }));
}
