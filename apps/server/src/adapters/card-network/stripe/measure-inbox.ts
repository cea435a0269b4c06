import type { AppContext } from "../../../platform/context.ts";
import type { FigureSource } from "../../../platform/telemetry/figures.ts";
import { messageFigures } from "../../../platform/telemetry/message-figures.ts";
import { countOpenMessages } from "./inbox.repository.ts";

/** Returns gauges of unprocessed Stripe messages. */
export function measureInbox({ db, clock }: AppContext): FigureSource {
  return messageFigures("stripe", () => countOpenMessages(db.kysely, clock.now()));
}
