import type { Strategy } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { type Page, type PageQuery, readPage } from "../../platform/paging/pages.ts";
import { presentStrategy } from "./risk.presenter.ts";
import { countStopped, listStrategyRecords, selectUses } from "./strategy-records.repository.ts";

/**
 * Lists a customer's strategies that are not retired, newest first, and counts the payments they
 * declined in the program's current month.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listStrategies(
  context: AppContext,
  customerId: string,
  query: PageQuery = {},
): Promise<Page<Strategy> & { readonly stoppedThisMonth: number }> {
  const { kysely } = context.db;
  const month = { now: context.clock.now(), timeZone: context.config.timeZone };
  const [{ rows, nextCursor }, stoppedThisMonth] = await Promise.all([
    readPage(context, {
      scope: `strategies:${customerId}`,
      query,
      read: (seek) => listStrategyRecords(kysely, customerId, seek),
      placeOf: ({ created_at, id }) => [created_at.toISOString(), id],
    }),
    countStopped(kysely, customerId, month),
  ]);
  const ids = rows.map(({ id }) => id);
  const uses = ids.length === 0 ? [] : await selectUses(kysely, ids, month);
  const useOf = new Map(uses.map((use) => [use.strategy_id, use]));
  return {
    data: rows.map((record) => presentStrategy(record, useOf.get(record.id))),
    nextCursor,
    stoppedThisMonth,
  };
}
