import postgres from "postgres";
import { readAddress } from "../address.ts";
import { pathOf } from "./connect-to.ts";
import { openSocket, type Target } from "./open-socket.ts";
import type { SqlOptions } from "./resilient-sql.ts";

/** A connection that listens to channels of NOTIFY and is replaced whenever it is lost. */
export interface Listener {
  /**
   * Subscribes to a channel.
   *
   * @param onListen called whenever listening begins
   * @throws the driver's error if the first attempt fails
   */
  listen(channel: string, onNotify: (payload: string) => void, onListen: () => void): Promise<void>;
  end(): Promise<void>;
}

interface Subscription {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  readonly onListen: () => void;
}

/**
 * A connection that only listens owes no response, so it is asked for one this often. Together with
 * the silence limit, a frozen connection is replaced after at most 10 s.
 */
const HEARTBEAT_MS = 2_500;
const SILENCE_MS = 7_000;
const PAUSE_MS = { first: 250, longest: 4_000 };
const END_WITHIN_S = 1;

/**
 * Opens a listener; it connects at the first subscription.
 *
 * postgres.js has a `listen` of its own, which does not notice a frozen connection, and gives up
 * for good if a TLS connection cannot be opened again at the first attempt.
 */
export function openListener(url: string, options: SqlOptions): Listener {
  const subscriptions = new Set<Subscription>();
  let current: postgres.Sql | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let pauseMs = PAUSE_MS.first;
  let isEnded = false;

  function open(): postgres.Sql {
    const { tls, ...address } = readAddress(url);
    const connectTimeoutMs = Number(options.connect_timeout ?? 10) * 1_000;
    const lost = () => {
      if (client === current) {
        reconnectLater(client);
      }
    };
    // Missing from the types of postgres.js. It uses `onnotify` for its own `listen`.
    const own = {
      socket: (target: Target) =>
        openSocket(target, { connectTimeoutMs, lost, tls, silence: { silenceMs: SILENCE_MS } }),
      onnotify(channel: string, payload: string) {
        for (const subscription of subscriptions) {
          if (subscription.channel === channel) {
            subscription.onNotify(payload);
          }
        }
      },
    };
    const { types: _, ...common } = options;
    const client: postgres.Sql = postgres(address.url, {
      ...{ ...common, ...pathOf(address), ...own },
      ...{ ssl: false, max: 1, fetch_types: false, onclose: lost },
    });
    return client;
  }

  function discard(client: postgres.Sql): void {
    client.end({ timeout: END_WITHIN_S }).catch(() => undefined);
  }

  function reconnectLater(client: postgres.Sql): void {
    current = undefined;
    discard(client);
    if (!isEnded && subscriptions.size > 0) {
      retry = setTimeout(() => void reconnect(), pauseMs);
      retry.unref();
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest);
    }
  }

  async function reconnect(): Promise<void> {
    const client = open();
    current = client;
    try {
      for (const subscription of subscriptions) {
        await subscribe(client, subscription);
      }
      pauseMs = PAUSE_MS.first;
    } catch {
      if (client === current) {
        reconnectLater(client);
      }
    }
  }

  function beat(): void {
    // A failure closes the connection, which is then replaced.
    current?.unsafe("select 1").catch(() => undefined);
  }

  return {
    async listen(channel, onNotify, onListen) {
      const subscription = { channel, onNotify, onListen };
      const client = current ?? open();
      current = client;
      heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref();
      await subscribe(client, subscription);
      subscriptions.add(subscription);
    },
    async end() {
      isEnded = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      await current?.end({ timeout: END_WITHIN_S });
    },
  };
}

async function subscribe(client: postgres.Sql, subscription: Subscription): Promise<void> {
  await client.unsafe(`listen "${subscription.channel.replaceAll('"', '""')}"`);
  subscription.onListen();
}
