import { readFileSync } from "node:fs";
import { ERRORS, type ErrorCode } from "@tessera/contract/errors/catalog";

/** The guides in order, by file name. They are sections of the reference page. */
const GUIDES = ["calls", "fund-a-card", "verify-a-webhook", "hotel-stay"] as const;

const read = (name: string): string =>
  readFileSync(new URL(`./guides/${name}.md`, import.meta.url), "utf8");

/** Returns the guides, all errors by code, and the changelog, as sections in Markdown. */
export function developerGuide(): string {
  return [...GUIDES.map(read), errorsByCode(), read("changelog")].join("\n");
}

function errorsByCode(): string {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).sort();
  const rows = codes.map((code) => {
    const { status, message } = ERRORS[code];
    return `| \`${code}\` | ${status} | ${message.en.replaceAll("|", "\\|")} |`;
  });
  return [
    "## Errors by code",
    "",
    "Programs decide by the code, which never changes its meaning. The message is for people.",
    "",
    "| Code | Status | Message |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
