import type { Locale } from "@tessera/contract/errors/locales";
import type { Movement } from "@tessera/contract/insights/bills.schemas";
import type { DeclineBudget, DeclineGroup } from "@tessera/contract/insights/forecast.schemas";
import { OUTLOOK_ENTRIES_MAX } from "@tessera/contract/insights/forecast-figures";
import { formatAmount } from "@tessera/money";
import { feeScheduleAt } from "../../cards/pricing/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { listMovements } from "../bills/index.ts";
import { atOneMoment } from "./at-one-moment.ts";
import { declineGroupOf } from "./decline-groups.policy.ts";
import { declineShare } from "./decline-share.policy.ts";
import { declineTerms } from "./decline-terms.policy.ts";
import { countDeclines, countPayments } from "./declines.repository.ts";
import { findCard, type OutlookQuery } from "./find-card.ts";
import { presentListed } from "./forecast.presenter.ts";
import { monthStart } from "./month-start.ts";

function readCounts(context: AppContext, query: OutlookQuery) {
  return atOneMoment(context, async (tx) => {
    const { card, now, period } = await findCard(context, tx, query);
    const month = { from: monthStart(context.config.timeZone, period), to: period.monthResetsAt };
    const asked = { customerId: card.customer_id, cardId: card.id, ...month };
    const payments = await countPayments(tx, asked);
    const reasons = await countDeclines(tx, asked);
    const fees = await feeScheduleAt(tx, now);
    return { card, period, month, payments, reasons, fees };
  });
}

type Reasons = Awaited<ReturnType<typeof readCounts>>["reasons"];

function groupsOf(reasons: Reasons): { group: DeclineGroup; count: number }[] {
  const counts = new Map<DeclineGroup, number>();
  for (const { code, count } of reasons) {
    const group = declineGroupOf(code);
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return [...counts]
    .map(([group, count]) => ({ group, count }))
    .sort((a, b) => b.count - a.count || (a.group < b.group ? -1 : 1));
}

function presentDeclined(movement: Movement): DeclineBudget["entries"][number] {
  const { declineCode, declineMessage } = movement;
  return {
    ...presentListed(movement),
    group: declineGroupOf(declineCode),
    ...(declineMessage !== undefined && { declineMessage }),
  };
}

/**
 * Reads a card's declines in the program's current month: their number and reasons, the fee for the
 * next decline, and the decline ratio in comparison with the published thresholds.
 *
 * @throws Refusal `not_found`
 */
export async function readDeclineBudget(
  context: AppContext,
  query: OutlookQuery & { readonly locale: Locale },
): Promise<DeclineBudget> {
  const { card, period, month, payments, reasons, fees } = await readCounts(context, query);
  const declined = reasons.reduce((sum, { count }) => sum + count, 0);
  const { nextFeeMinor, freeLeft } = declineTerms();
  const { data } = await listMovements(context, {
    list: "outlook",
    customerId: card.customer_id,
    locale: query.locale,
    query: {
      cardId: wireId("card", card.id),
      status: "declined",
      from: month.from.toISOString(),
      to: month.to.toISOString(),
      limit: OUTLOOK_ENTRIES_MAX,
    },
  });
  return {
    currency: card.currency,
    month: period.month,
    startsAt: month.from.toISOString(),
    resetsAt: month.to.toISOString(),
    payments,
    declined,
    nextFee: formatAmount(nextFeeMinor, card.currency),
    freeLeft,
    feeScheduleVersion: fees.version,
    share: declineShare({ payments, declined }),
    groups: groupsOf(reasons),
    entries: data.filter(({ kind }) => kind === "purchase").map(presentDeclined),
  };
}
