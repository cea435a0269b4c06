import type { Locale } from "@tessera/contract/errors/locales";
import type {
  Practice,
  PracticeScenario,
  PracticeSession,
} from "@tessera/contract/simulator/scenarios.schemas";
import { formatAmount } from "@tessera/money";
import { categoryOf } from "../../authorization/messages/index.ts";
import { getCard } from "../../cards/lifecycle/index.ts";
import { getMovement } from "../../insights/bills/index.ts";
import { StandingClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { cardMoney } from "./card-money.ts";
import {
  selectAccountBalance,
  selectJournals,
  selectPaymentIds,
} from "./practice-books.repository.ts";
import type { PracticeBooks } from "./practice-books.ts";
import { endOfPractice, isoSpan } from "./practice-clock.policy.ts";
import { practiceContext } from "./practice-context.ts";
import { nextOf } from "./practice-progress.policy.ts";
import { presentJournal, presentPlayOf } from "./present-play.ts";
import { merchantOf, SCENARIO_IDS, type ScenarioStep, stepsOf } from "./scenarios.policy.ts";
import { findSession, lastSteps, listPlays } from "./sessions.repository.ts";
import type { SessionRow } from "./simulator.tables.ts";

const MOST_PLAYS = 50;
const MOST_PAYMENTS = 20;

/**
 * Reads the current state of a customer's simulation and the steps that can be played.
 *
 * @throws Refusal `practice_unavailable`
 */
export async function readPractice(
  live: AppContext,
  books: PracticeBooks,
  ownerId: string,
  locale: Locale,
): Promise<Practice> {
  const session = await books.use(async (db) => {
    const found = await findSession(db.kysely, ownerId);
    if (found === undefined) {
      return null;
    }
    const context = practiceContext(live, db, new StandingClock(found.clock_at));
    try {
      return await describe(context, found, locale);
    } finally {
      await context.ledger.close();
    }
  });
  return { session, scenarios: scenarios() };
}

async function describe(
  context: AppContext,
  session: SessionRow,
  locale: Locale,
): Promise<PracticeSession> {
  const { customer_id: customerId, card_id: cardId, currency } = session;
  const tx = context.db.kysely;
  const plays = await listPlays(tx, session.id, MOST_PLAYS);
  const last = await lastSteps(tx, session.id);
  const journals = await selectJournals(tx, customerId, { after: null, to: session.clock_at });
  return {
    startedAt: session.started_at.toISOString(),
    now: session.clock_at.toISOString(),
    endsAt: endOfPractice(session.started_at).toISOString(),
    card: await getCard(context, customerId, cardId),
    balances: (await cardMoney(context, session)).shown,
    accountBalance: formatAmount(await selectAccountBalance(tx, customerId, currency), currency),
    currency,
    withDrafts: session.with_drafts,
    rules: session.rules.map(({ copyId: _, ...rule }) => rule),
    progress: SCENARIO_IDS.map((scenario) => {
      const { step, take } = nextOf(scenario, last);
      return { scenario, next: step, take };
    }),
    opening: journals
      .filter(({ event_at }) => event_at <= session.started_at)
      .map((row) => presentJournal(row, currency)),
    plays: plays.map((play) => presentPlayOf(play, journals, currency, locale)),
    payments: await paymentsOf(context, customerId, locale),
  };
}

async function paymentsOf(
  context: AppContext,
  customerId: string,
  locale: Locale,
): Promise<PracticeSession["payments"]> {
  const ids = await selectPaymentIds(context.db.kysely, customerId, MOST_PAYMENTS);
  return Promise.all(
    ids.map((movementId) => getMovement(context, { customerId, movementId, locale })),
  );
}

function scenarios(): PracticeScenario[] {
  return SCENARIO_IDS.map((id) => ({
    id,
    steps: stepsOf(id).map((step) => ({
      id: step.id,
      deed: step.deed,
      after: isoSpan(step.after),
      ...amountOf(step),
      ...merchantPart(merchantOf(id, step)),
    })),
  }));
}

/** Formats an amount with two decimals, which all of the program's currencies have. */
function amountOf({ amount }: ScenarioStep): { amount?: string } {
  return amount !== undefined && "minor" in amount
    ? { amount: formatAmount(amount.minor, "USD") }
    : {};
}

/** Returns the merchant, with its category as shown to readers. */
export function merchantPart(merchant: ReturnType<typeof merchantOf>) {
  return merchant === undefined
    ? {}
    : { merchant: { ...merchant, category: categoryOf(merchant.mcc) } };
}
