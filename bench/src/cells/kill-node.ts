import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills all processes of a PostgreSQL at once, as a crash of its machine does. If only the
 * postmaster were killed, its other processes would first finish their statements.
 *
 * @param postmaster its process id
 */
export function killNode(postmaster: number): void {
  // Stopped first, so that it starts no further process and its children stay its own.
  signal(postmaster, "SIGSTOP");
  for (const child of childrenOf(postmaster)) {
    signal(child, "SIGKILL");
  }
  signal(postmaster, "SIGKILL");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It may have ended by itself.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) {
      throw error;
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync(`/proc/${parent}/task`).flatMap((task) =>
    readFileSync(`/proc/${parent}/task/${task}/children`, "utf8")
      .split(" ")
      .filter((text) => text !== "")
      .map(Number),
  );
}
