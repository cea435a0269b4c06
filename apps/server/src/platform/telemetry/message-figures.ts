import type { FigureSource } from "./figures.ts";

/** The messages of a provider that are in its inbox. */
export interface OpenMessages {
  /** Messages that are not processed yet. */
  readonly waiting: number;
  /** Messages that were given up. */
  readonly failed: number;
  /** Age of the oldest waiting message, in seconds; null without one. */
  readonly oldestSeconds: number | null;
}

/** Maximum number of messages that are counted. */
export const MOST_MESSAGES = 10_000;

/** Creates the gauges of a provider's inbox. How its webhook answered is in the HTTP histogram. */
export function messageFigures(provider: string, count: () => Promise<OpenMessages>): FigureSource {
  const labelNames = ["provider"];
  const labels = { provider };
  return {
    name: `${provider}_messages`,
    gauges: {
      tessera_provider_messages_waiting: {
        help: "Messages of a provider that are not processed yet",
        labelNames,
      },
      tessera_provider_messages_failed: {
        help: "Messages of a provider that were given up",
        labelNames,
      },
      tessera_provider_messages_oldest_age_seconds: {
        help: "Age of the oldest message of a provider that is not processed; 0 without one",
        labelNames,
      },
    },
    async read() {
      const { waiting, failed, oldestSeconds } = await count();
      return [
        { gauge: "tessera_provider_messages_waiting", labels, value: waiting },
        { gauge: "tessera_provider_messages_failed", labels, value: failed },
        {
          gauge: "tessera_provider_messages_oldest_age_seconds",
          labels,
          value: Math.max(0, oldestSeconds ?? 0),
        },
      ];
    },
  };
}
