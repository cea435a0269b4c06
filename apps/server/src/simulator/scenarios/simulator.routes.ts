import { practiceEndpoints } from "@tessera/contract/simulator/scenarios.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { beginPractice } from "./begin-practice.ts";
import { exportPractice } from "./export-practice.ts";
import { movePracticeClock } from "./move-practice-clock.ts";
import { playStep } from "./play-step.ts";
import { NO_PRACTICE, practiceBooks } from "./practice-books.ts";
import { readPractice } from "./read-practice.ts";

const READS = { bucket: "practice-read", max: 120, windowSeconds: 60, by: "customer" } as const;
const PLAYS = { bucket: "practice-play", max: 60, windowSeconds: 60, by: "customer" } as const;
/**
 * Limits how often a simulation can be started, since each start creates a customer and a card in
 * the simulator's database, which is never purged.
 */
const BEGINS = { bucket: "practice-begin", max: 20, windowSeconds: 3_600, by: "customer" } as const;

/**
 * Registers the simulator's calls, which run scenarios with a card in a separate ledger with a
 * separate clock.
 */
export function registerPracticeRoutes(app: FastifyInstance, context: AppContext): void {
  const books = context.use(practiceBooks) ?? NO_PRACTICE;
  route(
    app,
    context,
    practiceEndpoints.getPractice,
    ({ session, locale }) => readPractice(context, books, session.customerId, locale),
    { limits: [READS] },
  );
  route(
    app,
    context,
    practiceEndpoints.beginPractice,
    async ({ session, body, locale }) => {
      await beginPractice(context, books, session.customerId, body);
      return readPractice(context, books, session.customerId, locale);
    },
    { limits: [BEGINS], movesNoMoney: true },
  );
  route(
    app,
    context,
    practiceEndpoints.playPracticeStep,
    ({ session, body, locale }) =>
      playStep(context, books, { ownerId: session.customerId, ...body, locale }),
    { limits: [PLAYS], movesNoMoney: true },
  );
  route(
    app,
    context,
    practiceEndpoints.movePracticeClock,
    ({ session, body, locale }) =>
      movePracticeClock(context, books, { ownerId: session.customerId, body, locale }),
    { limits: [PLAYS], movesNoMoney: true },
  );
  route(
    app,
    context,
    practiceEndpoints.exportPractice,
    ({ session, locale }) => exportPractice(books, session.customerId, locale),
    { limits: [READS] },
  );
}
