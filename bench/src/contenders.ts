import type { Ledger } from "@tessera/ledger";
import type { Sql } from "postgres";
import { timeBacktest } from "./backtests.ts";
import type { ChildServer } from "./child-server.ts";
import { timeDecisions } from "./decisions.ts";
import { cpuSecondsOf } from "./footprint.ts";
import { requireDrawn } from "./fund-cards.ts";
import { type PreparedRequest, runHttpLoad } from "./http-load.ts";
import {
  type Caller,
  letLimitsPass,
  prepareAuthorizations,
  prepareReads,
  prepareTopUps,
  prepareWholeFundings,
} from "./http-population.ts";
import { customerToCustomersCard, customerToHouse } from "./movements.ts";
import type { Plan } from "./plan.ts";
import { pick } from "./population.ts";
import type { Contender } from "./rounds.ts";
import type { Subject } from "./subject.ts";
import { submitFor } from "./submit-all.ts";
import type { TpcbBaseline } from "./tpcb.ts";
import { endWithdrawals, prepareWithdrawals, type Withdrawer } from "./withdrawers.ts";

const CONNECTIONS = 64;

/** Everything that a round measures, in order. */
export interface Field {
  readonly plan: Plan;
  readonly owner: Sql;
  /** PostgreSQL's process, whose CPU time is measured. */
  readonly database: { readonly pid: number };
  readonly ledger: Ledger;
  readonly subjects: readonly Subject[];
  readonly callers: readonly Caller[];
  /** Callers whose payments are evaluated by twenty rules; the other callers have no rules. */
  readonly guarded: readonly Caller[];
  /** Callers whose empty cards draw every payment on the account. */
  readonly drawing: readonly Caller[];
  /** The callers who can make withdrawals. */
  readonly withdrawers: readonly Withdrawer[];
  /** The caller among these that has a long history. */
  readonly historian: Caller;
  readonly tpcb: TpcbBaseline;
  readonly tessera: ChildServer;
  readonly interactive: ChildServer;
}

export function contendersOf(field: Field): Contender[] {
  const { plan, owner, ledger, subjects, callers, tpcb, tessera, interactive } = field;
  const perSecond = (measure: (seconds: number) => Promise<number>) => async (seconds: number) => ({
    perSecond: await measure(seconds),
  });
  const prepared = (seconds: number) => Math.ceil(seconds * plan.requestsPerSecond);
  const hot = pick(subjects, 0);
  return [
    { name: "tpcb", run: perSecond((seconds) => tpcb.measure(seconds)) },
    {
      name: "ledgerHouse",
      run: perSecond((seconds) =>
        submitFor(ledger, seconds, (i) => customerToHouse(pick(subjects, i * 7_919), 1n)),
      ),
    },
    {
      name: "ledgerCustomer",
      run: perSecond((seconds) =>
        submitFor(ledger, seconds, (i) => customerToCustomersCard(pick(subjects, i * 7_919), 1n)),
      ),
    },
    {
      name: "ledgerHot",
      run: perSecond((seconds) =>
        submitFor(ledger, seconds, () => customerToCustomersCard(hot, 1n)),
      ),
    },
    {
      name: "interactive",
      run: async (seconds) =>
        load(field, interactive, seconds, await prepareTopUps(owner, callers, prepared(seconds))),
    },
    {
      name: "topUp",
      run: async (seconds) => {
        await letLimitsPass(tessera.url);
        return load(
          field,
          tessera,
          seconds,
          await prepareTopUps(owner, callers, prepared(seconds)),
        );
      },
    },
    whole("topUpWhole", "deposit", field),
    whole("transferOutWhole", "withdraw", field),
    {
      name: "authorise",
      run: (seconds) =>
        load(field, tessera, seconds, prepareAuthorizations(callers, prepared(seconds))),
    },
    ...guardedContenders(field),
    {
      name: "readHome",
      run: (seconds) =>
        load(field, tessera, seconds, prepareReads(callers, ["/api/cards", "/api/bills?limit=5"]), {
          repeat: true,
        }),
    },
    {
      name: "readBills",
      run: (seconds) =>
        load(field, tessera, seconds, prepareReads(callers, ["/api/bills?limit=20"]), {
          repeat: true,
        }),
    },
    wholeWithdrawals(field),
  ];
}

/**
 * Measures a card deposit or withdrawal from the quote to the confirmation. Both calls count as one
 * request.
 */
function whole(name: string, operation: "deposit" | "withdraw", field: Field): Contender {
  const { plan, callers, tessera } = field;
  return {
    name,
    run: async (seconds) => {
      await letLimitsPass(tessera.url);
      const count = Math.ceil(seconds * plan.requestsPerSecond);
      return load(field, tessera, seconds, prepareWholeFundings(callers, operation, count));
    },
  };
}

/**
 * Measures withdrawals to an outside address from the quote to the created withdrawal, as a client
 * makes them. The three calls count as one request. `made` is the number of withdrawals, at most
 * one for each caller.
 *
 * Runs last in a round: what it leaves behind is settled before the next contender runs.
 */
function wholeWithdrawals(field: Field): Contender {
  const { owner, withdrawers, tessera } = field;
  return {
    name: "withdrawalWhole",
    run: async (seconds) => {
      // A code of an authenticator app and the limits on step-up tokens depend on this clock.
      await letLimitsPass(tessera.url);
      const requests = await prepareWithdrawals(tessera.url, withdrawers);
      const result = await load(field, tessera, seconds, requests);
      const made = await endWithdrawals(owner, tessera.url, withdrawers);
      return { ...result, made };
    },
  };
}

/** Measures draws, twenty rules per card, and a rule backtested over a long history. */
function guardedContenders(field: Field): Contender[] {
  const { plan, owner, drawing, guarded, historian, tessera } = field;
  const prepared = (seconds: number) => Math.ceil(seconds * plan.requestsPerSecond);
  let guardedPerSecond = 0;
  return [
    {
      name: "authorizationDrawing",
      run: async (seconds) => {
        const requests = prepareAuthorizations(drawing, prepared(seconds));
        const result = await load(field, tessera, seconds, requests);
        await requireDrawn(owner, drawing);
        return result;
      },
    },
    {
      name: "authorise20",
      run: async (seconds) => {
        const result = await load(
          field,
          tessera,
          seconds,
          prepareAuthorizations(guarded, prepared(seconds)),
        );
        guardedPerSecond = result.perSecond;
        return result;
      },
    },
    {
      // At half the maximum load, which approximates a program's normal traffic.
      name: "authorise20Half",
      run: (seconds) =>
        load(field, tessera, seconds, prepareAuthorizations(guarded, prepared(seconds)), {
          perSecond: guardedPerSecond / 2,
        }),
    },
    { name: "decision", run: timeDecisions },
    {
      name: "backtest",
      run: async () => ({ seconds: await timeBacktest(tessera.url, historian) }),
    },
  ];
}

async function load(
  { database }: Pick<Field, "database">,
  server: ChildServer,
  seconds: number,
  requests: readonly PreparedRequest[],
  { repeat = false, perSecond }: { readonly repeat?: boolean; readonly perSecond?: number } = {},
): Promise<{ perSecond: number; p50Ms: number; p99Ms: number; cpuUs?: number }> {
  const pids = [server.pid, database.pid];
  const before = await cpuSecondsOf(pids);
  const result = await runHttpLoad({
    url: server.url,
    connections: CONNECTIONS,
    seconds,
    requests,
    repeat,
    ...(perSecond !== undefined && { perSecond }),
  });
  if (result.failed > 0) {
    throw new Error(`${result.failed} of ${result.sent} requests were refused: no score`);
  }
  const after = await cpuSecondsOf(pids);
  return {
    perSecond: result.requestsPerSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    // Covers the server and PostgreSQL together, including background work.
    ...(before === undefined || after === undefined
      ? {}
      : { cpuUs: ((after - before) * 1e6) / result.sent }),
  };
}
