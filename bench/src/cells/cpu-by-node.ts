import { cpuSecondsByRoot } from "../footprint.ts";
import type { Program } from "./start-program.ts";

/** The kinds of processes whose processor time is compared. */
export const PARTS = ["server", "cell", "directory"] as const;
export type Part = (typeof PARTS)[number];

/** Processor seconds by kind of process, over all processes of that kind. */
export type CpuSeconds = Readonly<Record<Part, number>>;

/**
 * Returns the processor seconds, user and system, that the processes of programs have used:
 * servers, PostgreSQL of the cells, and nodes that contain only the directory.
 */
export async function cpuOf(programs: readonly Program[]): Promise<CpuSeconds> {
  const parts = programs.flatMap(({ nodes, cells }): { part: Part; pid: number }[] => [
    ...cells.map(({ server }) => ({ part: "server" as const, pid: server.pid })),
    ...nodes.map(({ kind, pid }) => ({
      part: kind === "cell" ? ("cell" as const) : ("directory" as const),
      pid: pid(),
    })),
  ]);
  const seconds = await cpuSecondsByRoot(parts.map(({ pid }) => pid));
  const sumOf = (part: Part) =>
    parts
      .filter((one) => one.part === part)
      .reduce((sum, { pid }) => sum + (seconds.get(pid) ?? 0), 0);
  return { server: sumOf("server"), cell: sumOf("cell"), directory: sumOf("directory") };
}

/** Returns what was used between two readings. */
export function cpuBetween(before: CpuSeconds, after: CpuSeconds): CpuSeconds {
  return {
    server: after.server - before.server,
    cell: after.cell - before.cell,
    directory: after.directory - before.directory,
  };
}
