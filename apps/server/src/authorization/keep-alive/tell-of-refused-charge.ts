import { type CurrencyCode, formatMerchantAmount } from "@tessera/money";

import { enqueueMail } from "../../adapters/mail/index.ts";
import type { StoredDraw } from "../../db/tables/cards.tables.ts";
import { findMailAddresses } from "../../identity/people/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import {
  type Decision,
  decisionTime,
  type MerchantAmount,
  merchantKey,
  nameOnList,
  type PaymentEvent,
} from "../decision/index.ts";
import { insertNotice } from "./notices.repository.ts";
import { refusalMail } from "./refusal-mails.ts";

const MAIL_LIFETIME_SECONDS = 86_400;

/** A decided payment, with the setting that its card had at the decision. */
interface DecidedCharge {
  readonly card: {
    readonly id: string;
    readonly customerId: string;
    readonly last4: string;
    readonly draw: StoredDraw | null;
  };
  readonly asked: Pick<PaymentEvent, "amountMinor" | "merchant"> & {
    readonly currency: CurrencyCode;
    readonly merchantAmount?: MerchantAmount | undefined;
  };
  readonly decision: Decision;
}

/**
 * Returns whether a payment was declined at a merchant that the card's owner wants kept paid. An
 * account verification charges nothing, so it is not one.
 */
export function isRefusedCharge(charge: DecidedCharge): boolean {
  const { amountMinor, merchantAmount } = charge.asked;
  const isCharge = amountMinor > 0n || (merchantAmount?.amountMinor ?? 0n) > 0n;
  return isCharge && charge.decision.decision === "decline" && nameOf(charge) !== undefined;
}

/** Returns the name by which the owner named a payment's merchant; undefined if it is not named. */
function nameOf({ card, asked }: DecidedCharge): string | undefined {
  const merchants = card.draw?.keepAlive?.merchants;
  return merchants && nameOnList(merchants, asked);
}

/**
 * Emails the owner about a refused charge, and what to do. Merchants repeat a refused charge, often
 * many times, so there is one email a day for each name on the list and reason, whatever the
 * merchant calls itself. It is sent after the commit.
 */
export async function tellOfRefusedCharge(
  context: AppContext,
  tx: Tx,
  charge: DecidedCharge,
): Promise<void> {
  const { card, asked, decision } = charge;
  const { code: declineCode, trace } = decision;
  const { now, period } = decisionTime(context, context.clock.now());
  const key = merchantKey(nameOf(charge) ?? asked.merchant.name);
  const notice = { cardId: card.id, day: period.day, merchantKey: key, declineCode, at: now };
  if (!(await insertNotice(tx, notice))) {
    return;
  }
  const { amountMinor, currency } =
    asked.amountMinor > 0n ? asked : (asked.merchantAmount ?? asked);
  const told = {
    trace,
    last4: card.last4,
    merchantName: asked.merchant.name,
    amount: `${formatMerchantAmount(amountMinor, currency)} ${currency}`,
    url: `${context.config.publicUrl}/cards/${wireId("card", card.id)}`,
  };
  for (const { email: to, locale } of await findMailAddresses(tx, card.customerId)) {
    const content = refusalMail(locale, told);
    await enqueueMail(context, tx, { to, locale, content }, MAIL_LIFETIME_SECONDS);
  }
}
