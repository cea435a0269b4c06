import type { Locale } from "@tessera/contract/errors/locales";
import type {
  PracticeClockBody,
  PracticePlay,
} from "@tessera/contract/simulator/scenarios.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { playInSession } from "./play-in-session.ts";
import type { PracticeBooks } from "./practice-books.ts";
import { endOfPractice, leap } from "./practice-clock.policy.ts";
import { presentPlay } from "./present-play.ts";

interface ClockInput {
  readonly ownerId: string;
  readonly body: PracticeClockBody;
  readonly locale: Locale;
}

const MOVED = { result: "done", code: "approved", amount: null, trace: [] } as const;

/**
 * Moves a simulation's clock forward by a duration or to a given time. The API accepts exactly one
 * of the two.
 *
 * @throws Refusal `invalid_input` for a time in the past or after the end of the simulation; also
 * those from `playStep`
 */
export async function movePracticeClock(
  live: AppContext,
  books: PracticeBooks,
  { ownerId, body, locale }: ClockInput,
): Promise<PracticePlay> {
  const { by, to } = body;
  const played = await playInSession(live, books, ownerId, async (_, session) => {
    const moved = by === undefined ? new Date(to ?? 0) : leap(session.clock_at, by);
    const isBeyond = to !== undefined && moved > endOfPractice(session.started_at);
    if (moved <= session.clock_at || isBeyond) {
      throw new Refusal("invalid_input", { fields: [{ path: "to", code: "out_of_range" }] });
    }
    return { scenario: null, take: null, step: null, to: moved, act: async () => MOVED };
  });
  return books.use(() => presentPlay(played.context, played.session, played.play, locale));
}
