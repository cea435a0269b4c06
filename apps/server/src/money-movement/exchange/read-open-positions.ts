import type { OpenPositions } from "@tessera/contract/money-movement/exchange.schemas";
import type { AppContext } from "../../platform/context.ts";
import { presentOpenPositions } from "./exchange.presenter.ts";
import { selectVolumes } from "./exchanges.repository.ts";
import { openPositions } from "./open-position.ts";

const DAY_MS = 86_400_000;

/** Reads this cell's open positions, their limit, and what was exchanged in the last 24 hours. */
export async function readOpenPositions(context: AppContext): Promise<OpenPositions> {
  const since = new Date(context.clock.now().getTime() - DAY_MS);
  const [open, volumes] = await Promise.all([
    openPositions(context),
    selectVolumes(context.db.kysely, since),
  ]);
  return presentOpenPositions(open, volumes);
}
