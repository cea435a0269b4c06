import postgres from "postgres";
import { readAddress } from "../address.ts";
import { pathOf } from "./connect-to.ts";
import { primaryOf } from "./find-primary.ts";
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
  const listening = new Listening(url, options);
  return {
    listen: (channel, onNotify, onListen) => listening.add({ channel, onNotify, onListen }),
    end: () => listening.end(),
  };
}

class Listening {
  readonly #url: string;
  readonly #options: SqlOptions;
  readonly #subscriptions = new Set<Subscription>();
  #current: postgres.Sql | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pauseMs: number = PAUSE_MS.first;
  #isEnded = false;

  constructor(url: string, options: SqlOptions) {
    this.#url = url;
    this.#options = options;
  }

  async add(subscription: Subscription): Promise<void> {
    const client = this.#current ?? this.#open();
    this.#current = client;
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    await subscribe(client, subscription);
    this.#subscriptions.add(subscription);
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    await this.#current?.end({ timeout: END_WITHIN_S });
  }

  #open(): postgres.Sql {
    const { tls, ...address } = readAddress(this.#url);
    const connectTimeoutMs = Number(this.#options.connect_timeout ?? 10) * 1_000;
    const lost = () => this.#reconnectLater(client);
    // Missing from the types of postgres.js. It uses `onnotify` for its own `listen`.
    const opening = { connectTimeoutMs, lost, tls, primary: primaryOf(this.#url) };
    const own = {
      socket: (target: Target) =>
        openSocket(target, { ...opening, silence: { silenceMs: SILENCE_MS } }),
      onnotify: (channel: string, payload: string) => this.#notify(channel, payload),
    };
    const { types: _, ...common } = this.#options;
    const client: postgres.Sql = postgres(address.url, {
      ...{ ...common, ...pathOf(address), ...own },
      ...{ ssl: false, max: 1, fetch_types: false, onclose: lost },
    });
    return client;
  }

  #notify(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.channel === channel) {
        subscription.onNotify(payload);
      }
    }
  }

  #beat(): void {
    // A failure closes the connection, which is then replaced.
    this.#current?.unsafe("select 1").catch(() => undefined);
  }

  /** Replaces a lost client after a pause, unless it has been replaced already. */
  #reconnectLater(client: postgres.Sql): void {
    if (client !== this.#current) {
      return;
    }
    this.#current = undefined;
    client.end({ timeout: END_WITHIN_S }).catch(() => undefined);
    if (!this.#isEnded && this.#subscriptions.size > 0) {
      this.#retry = setTimeout(() => void this.#reconnect(), this.#pauseMs).unref();
      this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MS.longest);
    }
  }

  async #reconnect(): Promise<void> {
    const client = this.#open();
    this.#current = client;
    try {
      for (const subscription of this.#subscriptions) {
        await subscribe(client, subscription);
      }
      this.#pauseMs = PAUSE_MS.first;
    } catch {
      this.#reconnectLater(client);
    }
  }
}

async function subscribe(client: postgres.Sql, subscription: Subscription): Promise<void> {
  await client.unsafe(`listen "${subscription.channel.replaceAll('"', '""')}"`);
  subscription.onListen();
}
