import { ERRORS } from "@tessera/contract/errors/catalog";
import type { Locale } from "@tessera/contract/errors/locales";
import {
  type Journal,
  PRACTICE_SCENARIOS,
  type PracticePlay,
  type PracticeScenarioId,
} from "@tessera/contract/simulator/scenarios.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { declineMessage } from "../../authorization/decision/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { type JournalRow, selectJournals } from "./practice-books.repository.ts";
import type { PlayRow, SessionRow } from "./simulator.tables.ts";

/** Presents a play with the movements that the ledger recorded at the play's time. */
export async function presentPlay(
  { db }: AppContext,
  { customer_id: customerId, currency }: Pick<SessionRow, "customer_id" | "currency">,
  play: PlayRow,
  locale: Locale,
): Promise<PracticePlay> {
  const period = { after: play.from_at, to: play.to_at };
  const rows = await selectJournals(db.kysely, customerId, period);
  return presentPlayOf(play, rows, currency, locale);
}

/** Presents a play with the journals recorded at the play's time. */
export function presentPlayOf(
  play: PlayRow,
  journals: readonly JournalRow[],
  currency: CurrencyCode,
  locale: Locale,
): PracticePlay {
  const { number, scenario, take, step, from_at, to_at, outcome } = play;
  const { movementId: _, trace, ...told } = outcome;
  return {
    number,
    ...(scenario !== null && isScenario(scenario) && { scenario }),
    ...(take !== null && { take }),
    ...(step !== null && { step }),
    from: from_at.toISOString(),
    to: to_at.toISOString(),
    ...told,
    message: messageOf(told.code, locale),
    trace: [...trace],
    journals: journals
      .filter(({ event_at }) => event_at > from_at && event_at <= to_at)
      .map((row) => presentJournal(row, currency)),
  };
}

/** Presents a movement's journal with decimal amounts. */
export function presentJournal(
  { kind, event_at, amount, lines, holds }: JournalRow,
  currency: CurrencyCode,
): Journal {
  const text = (minor: string) => formatAmount(BigInt(minor), currency);
  return {
    kind,
    at: event_at.toISOString(),
    amount: formatAmount(amount, currency),
    lines: lines.map((line) => ({ ...line, amount: text(line.amount) })),
    holds: holds.map((hold) => ({ ...hold, amount: text(hold.amount), left: text(hold.left) })),
  };
}

function isScenario(text: string): text is PracticeScenarioId {
  return PRACTICE_SCENARIOS.some((scenario) => scenario === text);
}

function isError(code: string): code is keyof typeof ERRORS {
  return Object.hasOwn(ERRORS, code);
}

/** Returns the text for a decline code or error code, as shown to the owner of the simulation. */
function messageOf(code: string, locale: Locale): string | null {
  return declineMessage(code, locale) ?? (isError(code) ? ERRORS[code].message[locale] : null);
}
