import type { Config } from "../config/config.ts";

/** A demo user's sign-in. */
export interface DemoSignIn {
  readonly who: string;
  readonly username: string;
  readonly password: string;
}

/** Returns the addresses of Tessera and of its console. */
function addressesOf(config: Config, address: string) {
  const open = address.replace("127.0.0.1", "localhost").replace("[::1]", "localhost");
  // People reach a live console by its public URL. Only the proxy uses the address that the server
  // listens on.
  return { open, console: config.mode === "live" ? config.publicUrl : open };
}

/** Returns the facts on the {@link startPage} for a log line, without the demo passwords. */
export function startFacts(config: Config, address: string) {
  const { open, console } = addressesOf(config, address);
  return {
    mode: config.mode,
    console,
    listening: open,
    api: `${console}/reference`,
    virusScan: config.files.clamd === undefined ? "off" : "on",
  };
}

/** Returns the text that the terminal shows when Tessera starts listening. */
export function startPage(config: Config, address: string, signIns: readonly DemoSignIn[]): string {
  const { open, console } = addressesOf(config, address);
  const rows = [
    ["Console", console],
    ...(config.mode === "live" ? [["Listening", open] as const] : []),
    ...signIns.map(({ who, username, password }) => [who, `${username} / ${password}`] as const),
    ...(config.mode === "sandbox"
      ? [
          ["Operators’ codes", `${open}/sandbox/authenticator`] as const,
          ["Mailbox", `${open}/sandbox/mail`] as const,
        ]
      : []),
    ["API", `${console}/reference`],
    ...(config.files.clamd === undefined
      ? [["Virus scan", "off; files are taken unscanned (VIRUS_SCAN)"] as const]
      : []),
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const lines = [
    `Tessera is running in ${config.mode} mode.`,
    "",
    ...table,
    "",
    "Ctrl-C stops it.",
  ];
  return `\n${lines.join("\n")}\n\n`;
}
