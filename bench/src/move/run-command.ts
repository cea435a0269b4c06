import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const COMMANDS = fileURLToPath(new URL("../../../apps/server/src/tessera.ts", import.meta.url));

/**
 * Runs a command of `npm run tessera` on the cells of a program.
 *
 * @returns what it printed
 * @throws Error with its output if it fails
 */
export async function runCommand(
  args: readonly string[],
  { cells, dataDir }: { readonly cells: string; readonly dataDir: string },
): Promise<string> {
  const child = spawn(process.execPath, [COMMANDS, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, CELLS: cells, DATA_DIR: dataDir },
  });
  const [out, problems] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (child.exitCode !== 0) {
    throw new Error(`tessera ${args.slice(0, 2).join(" ")} failed: ${out}${problems}`);
  }
  return out;
}
