import type { Locale } from "@tessera/contract/errors/locales";
import { CLOSING_COOLING_DAYS } from "@tessera/contract/identity/closing-figures";
import { formatAmount } from "@tessera/money";
import { enqueueMail, type MailContent } from "../../adapters/mail/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { findMailAddresses } from "../people/index.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import type { Amounts } from "./closing.policy.ts";
import { newCancelLink } from "./closing-links.ts";
import {
  askedMail,
  canceledMail,
  closedMail,
  type InEachLanguage,
  reminderMail,
  waitingMail,
} from "./closing-mail-texts.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;
const REQUEST_LIFETIME_SECONDS = CLOSING_COOLING_DAYS * 86_400;

/** A closure and the amounts listed in its email. */
interface Told {
  readonly row: ClosingRow;
  readonly amounts: Amounts;
}

/** Formats amounts as in `0.40 USD, 1.00 EUR`. Returns an empty string if there are none. */
function amountsText(amounts: Amounts): string {
  return [...amounts]
    .map(([currency, minor]) => `${formatAmount(minor, currency)} ${currency}`)
    .join(", ");
}

async function send(
  context: AppContext,
  tx: Tx,
  customerId: string,
  {
    contentOf,
    lifetimeSeconds = NOTICE_LIFETIME_SECONDS,
  }: {
    readonly contentOf: (locale: Locale) => MailContent;
    readonly lifetimeSeconds?: number;
  },
): Promise<void> {
  for (const { email: to, locale } of await findMailAddresses(tx, customerId)) {
    const content = contentOf(locale);
    await enqueueMail(context, tx, { to, locale, content }, lifetimeSeconds);
  }
  await context.ledger.appendEvents(tx, [{ topic: "profile", body: { customerId } }]);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function inLanguage(texts: InEachLanguage) {
  return (locale: Locale): MailContent => texts[locale];
}

/** Confirms a closure request by email, with a link that cancels the closure. */
export async function tellOfRequest(context: AppContext, tx: Tx, told: Told): Promise<void> {
  const { row, amounts } = told;
  const url = await newCancelLink(context, tx, row);
  const texts = askedMail({ day: dayOf(row.ends_at), amounts: amountsText(amounts), url });
  await send(context, tx, row.customer_id, {
    contentOf: inLanguage(texts),
    lifetimeSeconds: REQUEST_LIFETIME_SECONDS,
  });
}

/**
 * Emails a reminder a few days before the cooling-off period ends, with a link that cancels the
 * closure.
 */
export async function remindOfEnd(context: AppContext, tx: Tx, row: ClosingRow): Promise<void> {
  const url = await newCancelLink(context, tx, row);
  const texts = reminderMail({ day: dayOf(row.ends_at), url });
  await send(context, tx, row.customer_id, { contentOf: inLanguage(texts) });
}

/**
 * Emails a customer who must act before the account can close, either because more money is left
 * than they confirmed or because they owe money.
 */
export async function tellOfWaiting(
  context: AppContext,
  tx: Tx,
  { row, amounts, owes }: Told & { readonly owes: boolean },
): Promise<void> {
  const url = `${context.config.publicUrl}/close-account`;
  const texts = waitingMail({ amounts: amountsText(amounts), owes, url });
  await send(context, tx, row.customer_id, { contentOf: inLanguage(texts) });
}

export function tellOfCanceling(context: AppContext, tx: Tx, customerId: string): Promise<void> {
  return send(context, tx, customerId, { contentOf: inLanguage(canceledMail()) });
}

/** Emails a customer whose account was closed, listing the amounts that were left. */
export function tellOfClosing(context: AppContext, tx: Tx, { row, amounts }: Told): Promise<void> {
  const texts = closedMail({ amounts: amountsText(amounts) });
  return send(context, tx, row.customer_id, { contentOf: inLanguage(texts) });
}
