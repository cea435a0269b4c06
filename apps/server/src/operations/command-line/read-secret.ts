import { type CommandCall, CommandError, type Terminal, UsageError } from "./command.ts";

/**
 * Maximum number of bytes to read, which is more than any secret needs. It prevents input piped in
 * by mistake from exhausting memory.
 */
const MAX_BYTES = 4_096;
const ENTER = new Set(["\r", "\n", "\u0004"]);
const BACKSPACE = new Set(["\u007f", "\b"]);
const INTERRUPT = "\u0003";

/**
 * Reads a secret from stdin or, without echo, from the terminal. Secrets are never passed as
 * arguments, because every user of the machine can see the arguments of all processes.
 *
 * @param options.fromStdin whether to read all of stdin instead of prompting
 * @param options.prompt the prompt, such as `Password`
 * @param options.again whether to prompt twice and reject inputs that differ
 */
export async function readSecret(
  { terminal }: Pick<CommandCall, "terminal">,
  options: { readonly fromStdin: boolean; readonly prompt: string; readonly again: boolean },
): Promise<string> {
  const { fromStdin, prompt, again } = options;
  if (fromStdin) {
    return readAll(terminal);
  }
  if (terminal.stdin.isTTY !== true) {
    throw new UsageError(
      `There is no terminal to prompt for the ${prompt.toLowerCase()}: see --help.`,
    );
  }
  const secret = await ask(terminal, prompt);
  if (again && (await ask(terminal, `${prompt} again`)) !== secret) {
    throw new CommandError("The two entries differ.");
  }
  return secret;
}

/** Reads all of stdin except for the final line break, which `echo` and many files add. */
async function readAll({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunks.at(-1)?.length ?? 0;
    if (size > MAX_BYTES) {
      throw new CommandError(`The input is longer than ${MAX_BYTES} bytes.`);
    }
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

async function ask({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
  stderr.write(`${prompt}: `);
  stdin.setRawMode?.(true);
  stdin.setEncoding("utf8").resume();
  try {
    return await typed(stdin);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write("\n");
  }
}

/** Reads a line that the user types, without echoing it. */
function typed(stdin: Terminal["stdin"]): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const onData = (data: string) => {
      for (const letter of data) {
        if (ENTER.has(letter)) {
          stdin.off("data", onData);
          resolve(text);
          return;
        }
        if (letter === INTERRUPT) {
          // In raw mode, Ctrl-C arrives as a character.
          process.kill(process.pid, "SIGINT");
        } else {
          text = BACKSPACE.has(letter) ? [...text].slice(0, -1).join("") : text + letter;
        }
      }
    };
    stdin.on("data", onData);
  });
}
