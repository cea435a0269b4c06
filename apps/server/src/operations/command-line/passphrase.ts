import { type CommandCall, CommandError, type CommandOption } from "./command.ts";
import { readSecret } from "./read-secret.ts";

/** The environment variable for a passphrase. Passphrases must not be passed as arguments. */
export const PASSPHRASE_SETTING = "TESSERA_BACKUP_PASSPHRASE";
const MIN_LENGTH = 12;

export const PASSPHRASE_OPTION: Readonly<Record<string, CommandOption>> = {
  "passphrase-stdin": { type: "boolean", help: "read the passphrase from stdin" },
};

/** Reads a backup's passphrase from the environment, from stdin, or from the terminal. */
export async function readPassphrase(call: CommandCall, isNew: boolean): Promise<string> {
  const given = call.env[PASSPHRASE_SETTING];
  const passphrase =
    given !== undefined && given !== ""
      ? given
      : await readSecret(call, {
          fromStdin: call.options.has("passphrase-stdin"),
          prompt: "Passphrase",
          again: isNew,
        });
  if (isNew && passphrase.length < MIN_LENGTH) {
    throw new CommandError(`The passphrase must have ${MIN_LENGTH} characters or more.`);
  }
  return passphrase;
}
