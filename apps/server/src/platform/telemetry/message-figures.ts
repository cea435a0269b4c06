import type { FigureSource } from "./figures.ts";

/** Figures about the messages in a provider's inbox. */
export interface OpenMessages {
  /** Number of messages that have not been processed yet. */
  readonly waiting: number;
  /** Number of messages whose processing was abandoned. */
  readonly failed: number;
  /** Age of the oldest waiting message, in seconds; null if no message is waiting. */
  readonly oldestSeconds: number | null;
}

/** Maximum number of messages to count. */
export const MOST_MESSAGES = 10_000;

/**
 * Creates the gauges for a provider's inbox. The HTTP histogram covers the responses of its
 * webhook.
 */
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
