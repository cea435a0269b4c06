import { SIGN_INS } from "@tessera/server/demo-people";
import type { ClusterPlan } from "./cluster-plan.ts";

export interface ClusterFacts {
  readonly plan: ClusterPlan;
  /** The router's address. */
  readonly origin: string;
  /** The file with the settings for commands. */
  readonly commandsFile: string;
  readonly tookMs: number;
}

/** Returns the text that the terminal shows when the cluster is ready. */
export function clusterPage({ plan, origin, commandsFile, tookMs }: ClusterFacts): string {
  const rows = [
    ["Console", origin],
    ...SIGN_INS.map(({ who, username, password }) => [who, `${username} / ${password}`] as const),
    ["Operators’ codes", `${origin}/sandbox/authenticator`],
    ["Mailbox", `${origin}/sandbox/mail`],
    ["API", `${origin}/reference`],
    ...plan.servers.map(
      ({ cell, port }) => [`Server of cell ${cell}`, `http://localhost:${port}`] as const,
    ),
    ...plan.nodes.map(({ name, port }) => [`PostgreSQL ${name}`, `127.0.0.1:${port}`] as const),
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const { nodes, servers } = plan;
  const lines = [
    `A cluster of ${nodes.length} PostgreSQL nodes with ${servers.length} cells is running in ` +
      `sandbox mode, after ${Math.round(tookMs / 1_000)} s.`,
    "",
    ...table,
    "",
    "For commands such as npm run tessera -- cells list, load its settings first:",
    `  set -a; . ${commandsFile}; set +a`,
    "",
    "Ctrl-C stops all of it.",
  ];
  return `\n${lines.join("\n")}\n\n`;
}
