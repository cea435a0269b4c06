import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

interface LabOptions {
  /** Whether the folder stays, for looking into what happened. */
  readonly keep: boolean;
}

interface LabInFolder<O extends LabOptions> {
  /** How the folder's name begins. */
  readonly prefix: string;
  /** Returns undefined if the command line only asks for help. */
  readonly optionsOf: (args: readonly string[]) => O | undefined;
  readonly run: (options: O, folder: string) => Promise<void>;
  readonly say: (text: string) => void;
}

/**
 * Runs a lab in a temporary folder, and removes the folder afterward. Sets the exit code: 2 for a
 * wrong command line, 1 for any other failure.
 */
export async function runInFolder<O extends LabOptions>(lab: LabInFolder<O>): Promise<void> {
  // Exits instead of dying at once, so that the programs it started are stopped.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => process.exit(1));
  }
  try {
    const options = lab.optionsOf(process.argv.slice(2));
    if (options !== undefined) {
      await inFolder(lab, options);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
  }
}

async function inFolder<O extends LabOptions>(
  { prefix, run, say }: LabInFolder<O>,
  options: O,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  // PostgreSQL may run as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  try {
    await run(options, folder);
  } finally {
    if (options.keep) {
      say(`kept: ${folder}`);
    } else {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
