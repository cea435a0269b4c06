/** What a page of the runbook tells its reader to run. */
export interface PageCommands {
  /** Queries, to be sent to PostgreSQL as they are. */
  readonly sql: readonly string[];
  /** Shell commands: `curl …` and `npm run …`. */
  readonly shell: readonly string[];
}

/** Splits the runbook into its pages, by the name of their alert. */
export function runbookPages(runbook: string): Map<string, string> {
  const pages = runbook.split(/^### /m).slice(1);
  return new Map(
    pages.map((page) => {
      const end = page.search(/^## /m);
      const text = end < 0 ? page : page.slice(0, end);
      return [text.split("\n", 1)[0] ?? "", text];
    }),
  );
}

/** Returns the commands of one part of a page that can be run as they stand there. */
export function commandsOf(page: string, part: "Confirm" | "Do"): PageCommands {
  const [, text = ""] = page.split(`- **${part}.**`);
  const [ownText = ""] = text.split(/^- \*\*/m);
  const quoted = [...ownText.matchAll(/`([^`]+)`/g)].map(([, code = ""]) =>
    code.replaceAll(/\s*\n\s*/g, " "),
  );
  return {
    sql: quoted.filter((code) => /^(?:select .* from|update .* set) /.test(code)),
    shell: quoted.filter((code) => /^(?:curl|npm run) /.test(code)),
  };
}
