import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type CommandCall, CommandError } from "./command.ts";

/**
 * Atomically writes a stream to a new file that only its owner can read.
 *
 * @throws CommandError if the file already exists
 */
export async function writeNewFile(
  { signal, atEnd }: Pick<CommandCall, "signal" | "atEnd">,
  path: string,
  source: AsyncIterable<Buffer | string>,
): Promise<void> {
  if (existsSync(path)) {
    throw new CommandError(`${path} exists already. Name another file, or move it away.`);
  }
  const draft = `${path}.${process.pid}.part`;
  atEnd(() => rm(draft, { force: true }));
  await pipeline(source, createWriteStream(draft, { mode: 0o600, flags: "wx" }), { signal });
  const file = await open(draft, "r+");
  await file.sync().finally(() => file.close());
  await rename(draft, path);
}

/** Writes a stream to stdout. Ends without an error if the reader closes stdout early. */
export async function writeToStdout(
  { terminal, signal }: Pick<CommandCall, "terminal" | "signal">,
  source: AsyncIterable<Buffer | string>,
): Promise<void> {
  try {
    await pipeline(source, terminal.stdout, { end: false, signal });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPIPE") {
      throw new CommandError("The reader of the output stopped before its end.");
    }
    throw error;
  }
}
