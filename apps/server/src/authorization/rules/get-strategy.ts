import type { Strategy, StrategyDetail } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { presentStrategy, presentVersion } from "./risk.presenter.ts";
import {
  findStrategyRecord,
  listVersions,
  type StrategyRecord,
  selectUses,
} from "./strategy-records.repository.ts";

/** Maximum number of versions in one response. */
const MOST_VERSIONS = 100;

/** Returns a strategy's record with its usage this month. */
export async function describeStrategy(
  context: AppContext,
  tx: Tx,
  record: StrategyRecord,
): Promise<Strategy> {
  const month = { now: context.clock.now(), timeZone: context.config.timeZone };
  const [use] = await selectUses(tx, [record.id], month);
  return presentStrategy(record, use);
}

/**
 * Returns a customer's strategy with its versions.
 *
 * @throws Refusal `not_found` if it does not exist or belongs to another customer
 */
export async function getStrategy(
  context: AppContext,
  customerId: string,
  strategyId: string | undefined,
): Promise<StrategyDetail> {
  const { kysely } = context.db;
  const record =
    strategyId === undefined ? undefined : await findStrategyRecord(kysely, customerId, strategyId);
  if (record === undefined) {
    throw new Refusal("not_found");
  }
  const versions = await listVersions(kysely, record.id, MOST_VERSIONS);
  const described = await describeStrategy(context, kysely, record);
  return { ...described, versions: versions.map(presentVersion) };
}
