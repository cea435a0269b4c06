import type { AppContext } from "../../../platform/context.ts";
import type { FigureSource } from "../../../platform/telemetry/figures.ts";
import { messageFigures } from "../../../platform/telemetry/message-figures.ts";
import { countOpenMessages } from "./payout-events.repository.ts";

/** Returns gauges of the payout provider's messages that have not been processed. */
export function measureMessages({ db, clock }: AppContext): FigureSource {
  return messageFigures("payout", () => countOpenMessages(db.kysely, clock.now()));
}
