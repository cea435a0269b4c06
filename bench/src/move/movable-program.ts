/** A PostgreSQL that can have the cell, at an address that stays. */
export interface CellHost {
  readonly name: string;
  readonly port: number;
}

/** The addresses of a cell's database. */
export interface CellAddresses {
  readonly appUrl: string;
  readonly ownerUrl: string;
}

/** A program with two cells, of which the first one moves between two hosts. */
export interface MovableProgram {
  readonly hosts: readonly [CellHost, CellHost];
  /** Cell 1, at both hosts. */
  readonly moving: CellAddresses;
  /** Cell 2, which stays. */
  readonly staying: CellAddresses;
  /** `CELLS` for commands, and the root key's folder. */
  readonly cells: string;
  readonly dataDir: string;
  /** Replaces what is on a host by a standby of the other host. */
  addStandby(from: CellHost, to: CellHost): Promise<void>;
  start(host: CellHost): Promise<void>;
  stopHost(host: CellHost): Promise<void>;
  stop(): Promise<void>;
}

/** Returns an address with both hosts, of which the one that accepts writes is used. */
export function atBoth(url: string, hosts: readonly CellHost[]): string {
  const { protocol, username, password, pathname } = new URL(url);
  const places = hosts.map(({ port }) => `127.0.0.1:${port}`).join(",");
  const address = `${protocol}//${username}:${password}@${places}${pathname}`;
  return `${address}?target_session_attrs=read-write`;
}

/** Returns an address of the same database at one host. */
export function at(url: string, { port }: CellHost): string {
  const { protocol, username, password, pathname } = new URL(url);
  return `${protocol}//${username}:${password}@127.0.0.1:${port}${pathname}`;
}
