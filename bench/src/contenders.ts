import type { Ledger } from "@tessera/ledger";
import type { Sql } from "postgres";
import type { ChildServer } from "./child-server.ts";
import { type PreparedRequest, runHttpLoad } from "./http-load.ts";
import {
  type Caller,
  prepareAuthorisations,
  prepareReads,
  prepareTopUps,
} from "./http-population.ts";
import { prepareInteractive } from "./interactive-tables.ts";
import { customerToCustomersCard, customerToHouse } from "./movements.ts";
import type { Plan } from "./plan.ts";
import { pick } from "./population.ts";
import type { Contender } from "./rounds.ts";
import type { Subject } from "./subject.ts";
import { submitFor } from "./submit-all.ts";
import type { TpcbBaseline } from "./tpcb.ts";

const CONNECTIONS = 64;

/** Everything that a round measures, in order. */
export interface Field {
  readonly plan: Plan;
  readonly owner: Sql;
  readonly ledger: Ledger;
  readonly subjects: readonly Subject[];
  readonly callers: readonly Caller[];
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
      run: (seconds) =>
        load(interactive, seconds, prepareInteractive(plan.customers, prepared(seconds))),
    },
    {
      name: "topUp",
      run: async (seconds) =>
        load(tessera, seconds, await prepareTopUps(owner, callers, prepared(seconds))),
    },
    {
      name: "authorise",
      run: (seconds) => load(tessera, seconds, prepareAuthorisations(callers, prepared(seconds))),
    },
    {
      name: "readHome",
      run: (seconds) =>
        load(tessera, seconds, prepareReads(callers, ["/api/cards", "/api/bills?limit=5"]), true),
    },
    {
      name: "readBills",
      run: (seconds) =>
        load(tessera, seconds, prepareReads(callers, ["/api/bills?limit=20"]), true),
    },
  ];
}

async function load(
  server: ChildServer,
  seconds: number,
  requests: readonly PreparedRequest[],
  repeat = false,
): Promise<Readonly<Record<string, number>>> {
  const result = await runHttpLoad({
    url: server.url,
    connections: CONNECTIONS,
    seconds,
    requests,
    repeat,
  });
  if (result.failed > 0) {
    throw new Error(`${result.failed} of ${result.sent} requests were refused: no score`);
  }
  return { perSecond: result.requestsPerSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms };
}
