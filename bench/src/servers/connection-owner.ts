import { readdir, readFile, readlink } from "node:fs/promises";

const HEX = 16;

/**
 * Finds which of some processes holds the local end of a TCP connection, on Linux.
 *
 * @param port the port at the process's end
 * @returns undefined if none of them does, or on another system
 */
export async function ownerOfConnection(
  port: number,
  pids: readonly number[],
): Promise<number | undefined> {
  const inodes = new Set(
    (await readFile("/proc/net/tcp", "utf8").catch(() => ""))
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local]) => Number.parseInt(local?.split(":")[1] ?? "", HEX) === port)
      .map((fields) => `socket:[${fields[9]}]`),
  );
  for (const pid of pids) {
    const folder = `/proc/${pid}/fd`;
    for (const name of await readdir(folder).catch(() => [])) {
      const target = await readlink(`${folder}/${name}`).catch(() => "");
      if (inodes.has(target)) {
        return pid;
      }
    }
  }
  return undefined;
}
