import { parseArgs } from "node:util";

/** Which API a run calls. */
export interface ConformanceOptions {
  readonly url: string;
  /** The numbers of the cells that take customers. */
  readonly cells: readonly number[];
  /** Only scenarios whose name contains this text. */
  readonly only: string | undefined;
}

export const USAGE = `npm run conformance -- --url <address> [--cells 1,2] [--only <text>]

Makes every call of the contract at a running sandbox, and compares the responses with the contract.
The sandbox needs its demo data, RATE_LIMITS=off and CAPTCHA_ANSWER=4mosa.`;

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`
 * @throws TypeError for invalid arguments
 */
export function conformanceOptionsOf(args: readonly string[]): ConformanceOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: "string" },
      cells: { type: "string", default: "1" },
      only: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    return undefined;
  }
  if (values.url === undefined || !/^https?:\/\//.test(values.url)) {
    throw new TypeError("--url must be an address such as http://127.0.0.1:4300; see --help");
  }
  const cells = values.cells.split(",").map(Number);
  if (!cells.every((cell) => Number.isInteger(cell) && cell > 0)) {
    throw new TypeError(`--cells must be numbers of cells such as 1,2, not ${values.cells}`);
  }
  return { url: values.url.replace(/\/$/, ""), cells, only: values.only };
}
