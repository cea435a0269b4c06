import { Socket } from "node:net";
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from "node:tls";
import { libpqAddress, readAddress } from "../address.ts";
import { type Host, hostsOf } from "../hosts.ts";
import { primaryOf } from "./find-primary.ts";
import type { Primary } from "./open-socket.ts";

/** The options with which the pg driver, which the job queue uses, connects to an address. */
export interface PgOptions {
  readonly connectionString: string;
  /** Creates the socket of a connection. */
  readonly stream?: () => Socket;
  readonly ssl?: ConnectionOptions;
}

/**
 * Returns the options of the pg driver for an address. Of several hosts, it connects to the one
 * that accepts writes.
 *
 * @param connectTimeoutMs how long to look for that host
 */
export function pgOptions(url: string, connectTimeoutMs: number): PgOptions {
  const primary = primaryOf(url);
  if (primary === undefined) {
    return { connectionString: libpqAddress(url) };
  }
  const { tls, url: connectionString } = readAddress(url);
  const stream = () => socketTo(primary, connectTimeoutMs);
  const ssl = tls && withNamesOf(hostsOf(url), tls.options);
  return { connectionString, stream, ...(ssl && { ssl }) };
}

/** Returns a socket that connects to the host that is the primary at that time. */
function socketTo(primary: Primary, connectTimeoutMs: number): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  // The driver passes the first host of the address.
  const connectToPrimary = () => {
    primary.find(connectTimeoutMs).then(
      (found) => {
        socket.once("close", () => primary.lost(found));
        if (!socket.destroyed) {
          connect({ host: found.host, port: found.port });
        }
      },
      (error: Error) => socket.destroy(error),
    );
    return socket;
  };
  return Object.assign(socket, { connect: connectToPrimary });
}

/** Accepts the certificate of any of the hosts, since the driver knows only the first. */
function withNamesOf(hosts: readonly Host[], options: ConnectionOptions): ConnectionOptions {
  if (options.rejectUnauthorized !== true || options.checkServerIdentity !== undefined) {
    return options;
  }
  return {
    ...options,
    checkServerIdentity(_first: string, certificate: PeerCertificate) {
      const problems = hosts.map(({ host }) => checkServerIdentity(host, certificate));
      return problems.includes(undefined) ? undefined : problems[0];
    },
  };
}
