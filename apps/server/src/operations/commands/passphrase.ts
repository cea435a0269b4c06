import { type CommandCall, CommandError, type CommandOption } from "./command.ts";
import { readSecret } from "./read-secret.ts";

/** Where a passphrase may stand, since it may not stand among the arguments. */
export const PASSPHRASE_SETTING = "TESSERA_BACKUP_PASSPHRASE";
const MIN_LENGTH = 12;

export const PASSPHRASE_OPTION: Readonly<Record<string, CommandOption>> = {
  "passphrase-stdin": { type: "boolean", help: "read the passphrase from stdin" },
};

/** The passphrase of a backup: of the environment, of stdin, or of whoever sits at the terminal. */
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
    throw new CommandError(`The passphrase needs ${MIN_LENGTH} characters or more.`);
  }
  return passphrase;
}
