import type { Strategy } from "@tessera/contract/risk/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { presentStrategy } from "./risk.presenter.ts";
import { countStopped, listStrategyRecords, selectUses } from "./strategy-records.repository.ts";

/**
 * A customer's strategies that are not retired, newest first, and what they did together in this
 * month of the programme. There are few enough for one page.
 */
export async function listStrategies(
  context: AppContext,
  customerId: string,
): Promise<{ data: Strategy[]; nextCursor: null; stoppedThisMonth: number }> {
  const { kysely } = context.db;
  const month = { now: context.clock.now(), timeZone: context.config.timeZone };
  const [records, stoppedThisMonth] = await Promise.all([
    listStrategyRecords(kysely, customerId),
    countStopped(kysely, customerId, month),
  ]);
  const ids = records.map(({ id }) => id);
  const uses = ids.length === 0 ? [] : await selectUses(kysely, ids, month);
  const useOf = new Map(uses.map((use) => [use.strategy_id, use]));
  return {
    data: records.map((record) => presentStrategy(record, useOf.get(record.id))),
    nextCursor: null,
    stoppedThisMonth,
  };
}
