import { mailQueue } from "../../adapters/mail/index.ts";
import { providers } from "../../adapters/providers/registry.ts";
import { countUnreadableRules } from "../../authorization/rule-sets/index.ts";
import { openPayoutMessages } from "../../money-movement/payouts/index.ts";
import { ratesBook, usdtRateSource } from "../../money-movement/rates/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { probeWrite } from "../../platform/database/write-probe.repository.ts";
import { selectFailingWork } from "../../platform/jobs/regular-work.repository.ts";
import { outageOf } from "../../platform/telemetry/outage.ts";
import { ledgerCheckResults } from "../dashboard/index.ts";
import { countPayments } from "./service-hours.repository.ts";
import type { Offered, ServiceFigures } from "./service-states.policy.ts";

const PAYMENTS_MS = 5 * 60_000;
const PROBE_BYTES = 16;

/** Returns which components have a provider. */
export function offeredComponents(context: AppContext): Offered {
  const { chain, payouts } = context.use(providers);
  return {
    card_payments: context.config.network.provider !== "none",
    deposits: chain !== undefined,
    payouts: payouts !== undefined,
  };
}

/**
 * Reads the figures that the status is derived from.
 *
 * @returns undefined if the database does not respond or accepts no writes
 */
export async function readServiceFigures(context: AppContext): Promise<ServiceFigures | undefined> {
  try {
    await probeWrite(context.db, PROBE_BYTES);
    return await readFigures(context);
  } catch (error) {
    if (outageOf(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

async function readFigures(context: AppContext): Promise<ServiceFigures> {
  const { db, clock } = context;
  const { kysely } = db;
  const now = clock.now();
  const secondsSince = (at: Date | null) =>
    at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000);
  const payments = await countPayments(kysely, new Date(now.getTime() - PAYMENTS_MS));
  const checks = await ledgerCheckResults(kysely);
  const failing = await selectFailingWork(kysely);
  const { oldestAt: oldestMailAt } = await mailQueue.read(kysely, now);
  const { oldestSeconds } = await openPayoutMessages(kysely, now);
  return {
    payments,
    areRulesUnreadable: countUnreadableRules(context) > 0,
    violatedChecks: checks.filter(({ holds }) => !holds).length,
    failing: failing.map((work) => ({
      name: work.name,
      failures: work.failures,
      seconds: (Date.now() - work.first_failed_at.getTime()) / 1_000,
    })),
    oldestMailSeconds: secondsSince(oldestMailAt),
    oldestPayoutMessageSeconds: oldestSeconds ?? 0,
    areRatesUsable: await areRatesUsable(context),
  };
}

/** Returns whether every configured source has a usable rate. */
async function areRatesUsable(context: AppContext): Promise<boolean> {
  const { rates, usdtRate } = context.use(providers);
  const exchange = await context.use(ratesBook).known();
  const usdt = await context.use(usdtRateSource)?.known();
  return (
    (rates === undefined || exchange?.priceable === true) &&
    (usdtRate === undefined || usdt?.priceable === true)
  );
}
