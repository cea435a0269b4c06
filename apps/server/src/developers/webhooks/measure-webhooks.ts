import { WEBHOOK_OUTCOMES } from "@tessera/contract/developers/webhooks.schemas";
import type { AppContext } from "../../platform/context.ts";
import type { FigureSource } from "../../platform/telemetry/figures.ts";
import { readBacklog } from "./backlog.repository.ts";
import { webhookDeliveries } from "./start-webhooks.ts";

const ATTEMPTS = "tessera_webhook_attempts_total";
const BLOCKS = "tessera_webhook_blocks_behind";
const BEHIND = "tessera_webhook_behind_seconds";
const LATE = "tessera_webhook_deliveries_late";
const OLDEST = "tessera_webhook_oldest_due_seconds";

/** Reads what the webhooks have not caught up with, and counts this process's attempts. */
export function measureWebhooks(context: AppContext): FigureSource {
  return {
    name: "webhooks",
    gauges: {
      [ATTEMPTS]: {
        help: "Attempts to send an event by this process, by outcome",
        labelNames: ["outcome"],
        isCounter: true,
      },
      [BLOCKS]: { help: "Sealed blocks whose events were not derived" },
      [BEHIND]: { help: "Age of the oldest block whose events were not derived; 0 if none" },
      [LATE]: { help: "Events due at endpoints that work, and not sent" },
      [OLDEST]: { help: "How long the oldest of them has been due" },
    },
    async read() {
      const { blocks, behindSeconds, late, oldestSeconds } = await readBacklog(
        context.db,
        context.clock.now(),
      );
      const { outcomes } = context.use(webhookDeliveries);
      return [
        ...WEBHOOK_OUTCOMES.filter((outcome) => outcome !== "challenge_not_echoed").map(
          (outcome) => ({
            gauge: ATTEMPTS,
            labels: { outcome },
            value: outcomes.get(outcome) ?? 0,
          }),
        ),
        { gauge: BLOCKS, value: Number(blocks) },
        { gauge: BEHIND, value: behindSeconds },
        { gauge: LATE, value: Number(late) },
        { gauge: OLDEST, value: oldestSeconds },
      ];
    },
  };
}
