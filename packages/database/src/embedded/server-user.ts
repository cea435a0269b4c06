import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The unprivileged user that PostgreSQL runs as when this process is root. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const PREFERRED = "postgres";
const CREATED = "tessera-postgres";
const LAST_RESORT = "nobody";

/**
 * Returns the user to run PostgreSQL as, or `undefined` for this process's own user. PostgreSQL
 * refuses to run as root, so a root process uses the existing user `postgres` or
 * `tessera-postgres`, creates `tessera-postgres`, or falls back to `nobody`.
 */
export function chooseServerUser(): ServerUser | undefined {
  if (process.platform === "win32" || process.getuid?.() !== 0) {
    return undefined;
  }
  const existing = findUser(PREFERRED) ?? findUser(CREATED);
  if (existing !== undefined) {
    return existing;
  }
  spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", CREATED]);
  const user = findUser(CREATED) ?? findUser(LAST_RESORT);
  if (user === undefined) {
    throw new Error(
      "PostgreSQL refuses to run as root and there is no other user to run it as; " +
        "create one named postgres, or start Tessera as an ordinary user",
    );
  }
  return user;
}

function findUser(name: string): ServerUser | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid === undefined || gid === undefined
    ? undefined
    : { name, uid: Number(uid), gid: Number(gid) };
}

/** Returns whether `user` can reach and start a program, by starting it. */
export function processCanRun(program: string, user: ServerUser): boolean {
  const { uid, gid } = user;
  return spawnSync(program, ["--version"], { uid, gid, cwd: "/", stdio: "ignore" }).status === 0;
}

/** Returns whether `user` can enter a directory, by trying to enter it. */
export function userCanEnter(directory: string, user: ServerUser): boolean {
  const { uid, gid } = user;
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], { uid, gid, cwd: "/" }).status === 0
  );
}
