import { readFileSync } from "node:fs";
import { isAlive } from "./postmaster.ts";

/** Index of the start time in `/proc/<pid>/stat`, among the fields after the process name. */
const START_FIELD = 19;

/**
 * Returns a name that no other process has ever had: the pid plus, if the operating system provides
 * them, the start time and the boot id. A container reuses the same pid at each start.
 */
export function processIdentity(pid: number): string {
  return `${pid} ${startOf(pid)}`.trimEnd();
}

/** Returns whether the process with this name is still running. */
export function isRunning(identity: string): boolean {
  const pid = Number(identity.split(" ", 1)[0]);
  return pid > 0 && isAlive(pid) && processIdentity(pid) === identity;
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[START_FIELD] ?? ""} ${boot}`;
  } catch {
    return "";
  }
}
