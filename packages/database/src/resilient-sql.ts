import postgres from "postgres";
import { openSocket, type Target } from "./open-socket.ts";

/** A postgres.js handle whose bigint columns are `bigint`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
export type SqlOptions = postgres.Options<{ bigint: postgres.PostgresType<bigint> }>;

export interface ResilientSql {
  readonly sql: Sql;
  /** How many connections have been lost so far. */
  losses(): number;
  end(): Promise<void>;
}

const GRACE_S = 5;

/**
 * A postgres.js client that is replaced as soon as one of its connections is lost.
 *
 * postgres.js 3.4 keeps unsent bytes and the last error of a lost connection: the next one may
 * begin with them, and then either hangs for ever or fails a query that had nothing to do with it.
 * A query sent between a socket's error and its close is never answered. So the socket is made
 * here, and its first error already turns everything that follows to a new client.
 * What still runs on the other connections of the old client is left to finish.
 */
export function openResilientSql(url: string, options: SqlOptions): ResilientSql {
  let losses = 0;
  let ending = false;
  let current = open();
  // LISTEN re-subscribes by itself; it must not end with a client that is replaced.
  let listener: Sql | undefined;

  function open(): Sql {
    const lost = () => {
      losses += 1;
      if (!ending && client === current) {
        current = open();
        client.end({ timeout: GRACE_S }).catch(() => undefined);
      }
    };
    // Missing from the types of postgres.js, though its readme documents it.
    const ownSocket = {
      socket: (target: Target) => openSocket(target, Number(options.connect_timeout ?? 10), lost),
    };
    const client: Sql = postgres(url, {
      ...options,
      ...ownSocket,
      onclose: lost,
    });
    return client;
  }

  const sql = new Proxy(current, {
    apply: (_target, _self, args) => Reflect.apply(current, undefined, args),
    get(_target, property) {
      if (property === "listen") {
        listener ??= postgres(url, { ...options, max: 1 });
        return listener.listen;
      }
      return Reflect.get(current, property);
    },
  });
  return {
    sql,
    losses: () => losses,
    async end() {
      ending = true;
      await Promise.all([current.end({ timeout: GRACE_S }), listener?.end({ timeout: GRACE_S })]);
    },
  };
}
