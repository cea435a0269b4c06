import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";

/** Passwords of an embedded server's three roles, generated when the server is created. */
export interface Credentials {
  readonly superuser: string;
  readonly owner: string;
  readonly app: string;
}

const PASSWORD_BYTES = 24;

/** Reads the passwords of an existing server; `undefined` if it has none yet. */
export async function readCredentials(file: string): Promise<Credentials | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Generates passwords and stores them in a file that only this process's user can read. */
export async function createCredentials(file: string): Promise<Credentials> {
  const password = () => randomBytes(PASSWORD_BYTES).toString("base64url");
  const credentials = { superuser: password(), owner: password(), app: password() };
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(credentials), { mode: 0o600 });
  await rename(unfinished, file);
  return credentials;
}
