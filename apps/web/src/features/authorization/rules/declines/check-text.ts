import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { WireTraceEntry } from "@tessera/contract/authorization/risk.schemas";
import type { Locale } from "../../../../lib/locale.ts";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { LIMIT_NAMES, PLAIN_CHECKS, ruleName } from "./check-words.ts";
import { declineText } from "./decline-text.ts";
import { momentAhead } from "./moment-ahead.ts";

/** A check's title and, if there is more to say, a sentence with its figures or its outcome. */
export interface CheckText {
  readonly title: string;
  readonly detail: string | undefined;
}

interface Telling {
  readonly currency: string;
  readonly locale: Locale;
  readonly now: Date;
  readonly say: (descriptor: MessageDescriptor) => string;
}

/**
 * Describes one check in the reader's language: “Weekly rule “Ads cap”: $90.00 of $100.00 used, …”.
 */
export function checkText(entry: WireTraceEntry, telling: Telling): CheckText {
  const { check, passed, code } = entry;
  const { say, locale } = telling;
  const plain = PLAIN_CHECKS[check];
  if (plain !== undefined) {
    return { title: say(plain[passed ? 0 : 1]), detail: undefined };
  }
  if (entry.strategyName !== undefined) {
    return { title: say(ruleName(code, entry.strategyName)), detail: ruleDetail(entry, telling) };
  }
  if (entry.programmeRule !== undefined) {
    const rule = entry.programmeRule;
    const detail = figures(entry, telling) ?? declineText(code, locale) ?? code;
    return { title: say(msg`Program rule “${rule}”`), detail };
  }
  const name = LIMIT_NAMES[check];
  if (name !== undefined && /^(?:draw|keep_alive)$/.test(check) && !passed) {
    return { title: say(name), detail: declineText(code, locale) };
  }
  if (name !== undefined) {
    return { title: say(name), detail: figures(entry, telling) };
  }
  return { title: declineText(code, locale) ?? code, detail: undefined };
}

function ruleDetail(entry: WireTraceEntry, telling: Telling): string {
  const { passed, code, shadow, allowed } = entry;
  const { say, locale } = telling;
  const why = passed && !allowed ? say(msg`Passes this rule`) : declineText(code, locale);
  const told = figures(entry, telling) ?? why ?? code;
  if (shadow) {
    return say(msg`${told} · Testing only: nothing is stopped`);
  }
  return allowed ? say(msg`${told} · Allowed by you`) : told;
}

function figures(entry: WireTraceEntry, telling: Telling): string | undefined {
  const { limitCount, usedCount } = entry;
  const told =
    limitCount !== undefined && usedCount !== undefined
      ? countFigures(entry, limitCount, usedCount, telling)
      : amountFigures(entry, telling);
  const { say, locale, now } = telling;
  const resets = entry.resetsAt === undefined ? undefined : new Date(entry.resetsAt);
  if (told === undefined || resets === undefined || entry.passed || resets <= now) {
    return told;
  }
  const when = momentAhead(resets, locale, now);
  return say(msg`${told}, available again ${when}`);
}

function countFigures(
  { code }: WireTraceEntry,
  limit: number,
  used: number,
  { say }: Telling,
): string {
  return code === "too_many_attempts"
    ? say(msg`Wrong CVVs: ${used} before, up to ${limit}`)
    : say(msg`Payments: ${used} made, up to ${limit}`);
}

function amountFigures(entry: WireTraceEntry, { say, currency }: Telling): string | undefined {
  const money = (amount: string) => formatMoney(amount, currency);
  const { check } = entry;
  if (check === "no_debt") {
    return entry.used === undefined ? undefined : money(entry.used);
  }
  if (entry.limit === undefined || entry.attempted === undefined) {
    return undefined;
  }
  const [limit, asked] = [money(entry.limit), money(entry.attempted)];
  if (check === "balance") {
    return say(msg`${limit} on the card, ${asked} requested`);
  }
  // A per-payment limit does not count earlier payments.
  if (entry.used === undefined || /(?:^|_)limit_per_tx$/.test(check)) {
    return say(msg`${asked} requested, ${limit} allowed`);
  }
  const used = money(entry.used);
  return say(msg`${used} of ${limit} used, ${asked} requested`);
}
