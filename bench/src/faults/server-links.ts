import path from "node:path";
import type { Environment } from "../environment.ts";
import type { FaultProxy } from "./fault-proxy.ts";

/** A server's own way to the database of a cell, which can be broken. */
export interface Link {
  readonly server: number;
  /** The position of the cell's environment; the number of the cell is one more. */
  readonly cell: number;
  readonly proxy: FaultProxy;
}

interface Program {
  readonly environments: readonly Environment[];
  readonly links: readonly Link[];
  /** The port of each server. */
  readonly ports: readonly number[];
}

/** Returns the settings with which a server reaches its databases and the other servers. */
export function linkedEnvironment(
  server: number,
  { environments, links, ports }: Program,
): Readonly<Record<string, string>> {
  const own = links.filter((link) => link.server === server);
  const [first] = environments;
  const common = {
    TESSERA_MODE: "sandbox",
    SEED: "off",
    TRUSTED_PROXIES: "127.0.0.1/32",
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
    // Servers of one program share its root key.
    TESSERA_KEY_FILE: path.join(first?.folder ?? "", "tessera.key"),
    // All payments in this run come from a single address.
    RATE_LIMITS: "off",
  };
  const [link] = own;
  const ofLink = link && environments[link.cell]?.server;
  if (environments.length === 1 && link !== undefined && ofLink !== undefined) {
    return {
      ...common,
      DATABASE_URL: through(ofLink.appUrl, link.proxy.port),
      DATABASE_OWNER_URL: ofLink.ownerUrl,
    };
  }
  const served = new Set(own.map(({ cell }) => cell));
  const others = links.filter(({ cell }) => !served.has(cell));
  return {
    ...common,
    // A sandbox checks its schema as the owner, which has no address of its own for each cell.
    CELLS: own
      .map(({ cell, proxy }) => {
        const url = environments[cell]?.server.ownerUrl ?? "";
        return `${cell + 1}=${through(url, proxy.port)}`;
      })
      .join(" "),
    CELL_SERVERS: others
      .map((other) => `${other.cell + 1}=http://127.0.0.1:${ports[other.server]}`)
      .join(" "),
  };
}

/** Returns the address of the same database on another port. */
function through(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}
