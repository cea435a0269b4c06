import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type ServerUser, userCanEnter } from "./server-user.ts";

/** Paths of an embedded server. */
export interface ServerLocation {
  /** PostgreSQL's own data directory. */
  readonly dataDir: string;
  /** Generated passwords; readable only by this process's user. */
  readonly credentialsFile: string;
  readonly lockFile: string;
  /** Contains one file per process that uses the server. */
  readonly usersDir: string;
  readonly logFile: string;
  /** Contains the port that the server last listened on. */
  readonly portFile: string;
  /** Holds copies of the programs if the server's user cannot reach the installed ones. */
  readonly sharedDir: string;
  /** Why the data is not in the requested directory; absent if it is there. */
  readonly movedBecause?: string;
}

const ROOT_OWNED_BASE = "/var/lib/tessera";

/**
 * Chooses where the data goes: in the requested directory or, if PostgreSQL must run as another
 * user who cannot access that directory, in `/var/lib/tessera` under a name derived from the path.
 */
export async function chooseLocation(
  wanted: string,
  user: ServerUser | undefined,
): Promise<ServerLocation> {
  const dataDir = resolve(wanted);
  const parent = dirname(dataDir);
  await mkdir(parent, { recursive: true });
  if (user === undefined || userCanEnter(parent, user)) {
    return pathsOf(dataDir);
  }
  const name = `${basename(dataDir)}-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  const moved = join(ROOT_OWNED_BASE, name, "pg");
  await mkdir(dirname(moved), { recursive: true, mode: 0o755 });
  return {
    ...pathsOf(moved),
    movedBecause: `${dataDir} lies in a folder that the user ${user.name} cannot enter`,
  };
}

function pathsOf(dataDir: string): ServerLocation {
  return {
    dataDir,
    credentialsFile: `${dataDir}.credentials.json`,
    lockFile: `${dataDir}.lock`,
    usersDir: `${dataDir}.users`,
    logFile: `${dataDir}.log`,
    portFile: `${dataDir}.port`,
    sharedDir: join(ROOT_OWNED_BASE, "programs"),
  };
}
