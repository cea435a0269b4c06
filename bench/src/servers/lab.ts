import type { Sql } from "postgres";
import type { Environment } from "../environment.ts";
import type { CheckList } from "./check-list.ts";
import type { Client } from "./client.ts";
import type { Haproxy } from "./haproxy.ts";
import type { Customer, Operators } from "./people.ts";
import type { ServerGroup } from "./server-group.ts";
import type { ServersOptions } from "./servers-options.ts";

/** Everything that the checks of a run use. */
export interface Lab {
  readonly options: ServersOptions;
  readonly environment: Environment;
  /** The owner's connection. */
  readonly owner: Sql;
  /** A superuser's connection, which sees the connections of all servers. */
  readonly admin: Sql;
  readonly group: ServerGroup;
  readonly haproxy: Haproxy;
  readonly checks: CheckList;
  readonly operators: Operators;
  /** Customers with a funded card, for one check each. */
  readonly customers: readonly Customer[];
  /** Opens a client with an address of its own, which is closed at the end of the run. */
  newClient(): Client;
}

/** Returns the server at a place, counted around the group. */
export function originAt({ group }: Pick<Lab, "group">, place: number): string {
  const { origins } = group;
  const origin = origins[place % origins.length];
  if (origin === undefined) {
    throw new RangeError("there are no servers");
  }
  return origin;
}

/** Returns all servers except the one at a place. */
export function othersThan({ group }: Pick<Lab, "group">, place: number): readonly string[] {
  const { origins } = group;
  return origins.filter((_, index) => index !== place % origins.length);
}

export function customerAt({ customers }: Pick<Lab, "customers">, place: number): Customer {
  const customer = customers[place];
  if (customer === undefined) {
    throw new RangeError(`there is no customer ${place}`);
  }
  return customer;
}
