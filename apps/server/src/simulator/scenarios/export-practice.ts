import type { Locale } from "@tessera/contract/errors/locales";
import type { PracticeExport } from "@tessera/contract/simulator/scenarios.schemas";
import { Refusal } from "../../platform/http/refusal.ts";
import { selectJournals } from "./practice-books.repository.ts";
import type { PracticeBooks } from "./practice-books.ts";
import { presentJournal, presentPlayOf } from "./present-play.ts";
import { merchantPart } from "./read-practice.ts";
import { merchantOf, stepsOf } from "./scenarios.policy.ts";
import { findSession, listPlays } from "./sessions.repository.ts";

/**
 * Exports a simulation as a test fixture with its steps, decisions and journals, oldest first. The
 * fixture contains no ids or card numbers, so it can be stored along with tests.
 *
 * @throws Refusal `not_found` if there is no simulation, `practice_unavailable`
 */
export async function exportPractice(
  books: PracticeBooks,
  ownerId: string,
  locale: Locale,
): Promise<PracticeExport> {
  return books.use(async ({ kysely }) => {
    const session = await findSession(kysely, ownerId);
    if (session === undefined) {
      throw new Refusal("not_found");
    }
    const { customer_id: customerId, currency, started_at: startedAt } = session;
    const plays = await listPlays(kysely, session.id);
    const journals = await selectJournals(kysely, customerId, {
      after: null,
      to: session.clock_at,
    });
    return {
      format: "tessera-practice-1",
      startedAt: startedAt.toISOString(),
      currency,
      withDrafts: session.with_drafts,
      rules: session.rules.map(({ name, version }) => ({ name, version })),
      opening: journals
        .filter(({ event_at }) => event_at <= startedAt)
        .map((row) => presentJournal(row, currency)),
      plays: plays
        .toReversed()
        .map((play) => withoutIds(presentPlayOf(play, journals, currency, locale))),
    };
  });
}

function withoutIds(play: ReturnType<typeof presentPlayOf>): PracticeExport["plays"][number] {
  const { scenario, step: place = 0 } = play;
  const step = scenario && stepsOf(scenario)[place - 1];
  return {
    ...play,
    trace: play.trace.map(({ strategyId: _, ...entry }) => entry),
    ...(step !== undefined && { stepId: step.id, deed: step.deed }),
    ...(scenario !== undefined && step !== undefined && merchantPart(merchantOf(scenario, step))),
  };
}
