import serverPackage from "../../../package.json" with { type: "json" };
import type { AppContext } from "../context.ts";
import { MAX_PROCESS_NUMBER, newId } from "../ids.ts";
import { defineService } from "../service.ts";
import { insertProcess } from "./server-processes.repository.ts";

/** Identifies this process to other processes. */
export interface ServerProcess {
  readonly id: string;
  /** The number that identifies the process in the ids of its holds. */
  readonly number: number;
}

interface OwnProcess {
  current: ServerProcess | undefined;
}

/** Contexts that use the same database belong to the same process. */
const ownProcess = defineService<OwnProcess>("server process", {
  create: () => ({ current: undefined }),
  ownerOf: ({ db }) => db,
});

/**
 * Returns this process, or undefined if it is not registered: in commands, in the simulator, and
 * before a server has started its background work.
 */
export function serverProcessOf(context: AppContext): ServerProcess | undefined {
  return context.use(ownProcess).current;
}

/** Registers this process, including again after another server has declared it dead. */
export async function registerProcess(context: AppContext): Promise<ServerProcess> {
  const id = newId();
  for (let tries = 0; tries < MAX_PROCESS_NUMBER; tries++) {
    const facts = { release: serverPackage.version, answeredThrough: context.clock.now() };
    const number = await insertProcess(context.db.urgent.kysely, id, facts);
    if (number !== undefined) {
      const registered = { id, number };
      context.use(ownProcess).current = registered;
      return registered;
    }
  }
  throw new Error(`all ${MAX_PROCESS_NUMBER} numbers of server processes are in use`);
}

/** Forgets this process's registration, so that it is not renewed. */
export function forgetProcess(context: AppContext): void {
  context.use(ownProcess).current = undefined;
}
