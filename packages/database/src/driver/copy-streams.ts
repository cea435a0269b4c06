import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";

type CopyStatement = Pick<postgres.PendingQuery<postgres.Row[]>, "readable" | "writable">;

/**
 * Returns the rows of a `COPY … TO STDOUT`. postgres.js pauses its socket while its buffer of rows
 * is full and resumes it when more rows are read. If the end of the copy arrives in the chunk that
 * filled the buffer, reading never resumes, and every later response on the connection stays
 * unread. To prevent this, the stream is read once more after its end.
 */
export async function copiedRows(statement: CopyStatement): Promise<Readable> {
  const rows = await statement.readable();
  return rows.once("end", () => rows._read(0));
}

/**
 * Sends `rows` to a `COPY … FROM STDIN` and waits for the server to accept them. If the server
 * rejects the rows after the last one was sent, postgres.js rejects only the statement, which
 * `writable` has already settled, and never ends the stream. This function therefore takes over the
 * statement's `reject`.
 *
 * @throws the server's error, or an error from `rows`
 */
export async function copyRows(statement: CopyStatement, rows: Readable): Promise<void> {
  const target = await statement.writable();
  await new Promise<void>((resolve, reject) => {
    Reflect.set(statement, "reject", reject);
    pipeline(rows, target).then(resolve, reject);
  });
}
