import postgres from "postgres";
import { type DatabaseAddress, readAddress } from "../address.ts";
import { openSocket, type Target } from "./open-socket.ts";

const CONNECT_TIMEOUT_S = 10;

/** Returns the postgres.js option for a Unix socket. */
export function pathOf({ socketFolder, url }: Pick<DatabaseAddress, "socketFolder" | "url">): {
  path?: string;
} {
  return socketFolder === undefined
    ? {}
    : { path: `${socketFolder}/.s.PGSQL.${new URL(url).port || 5432}` };
}

/**
 * Creates a postgres.js client with a single connection for short work, encrypted as the address
 * specifies.
 *
 * @throws AddressError for an address whose encryption cannot be set up
 */
export function connectTo(
  url: string,
  options: Pick<postgres.Options<Record<string, never>>, "connection" | "connect_timeout">,
): postgres.Sql {
  const { tls, ...address } = readAddress(url);
  const connectTimeoutMs = Number(options.connect_timeout ?? CONNECT_TIMEOUT_S) * 1_000;
  // Missing from the types of postgres.js, although documented in its readme.
  const ownSocket = { socket: (target: Target) => openSocket(target, { connectTimeoutMs, tls }) };
  return postgres(address.url, {
    max: 1,
    onnotice: () => undefined,
    ...options,
    ...pathOf(address),
    ...ownSocket,
    ssl: false,
  });
}
