import type { Control } from "./controls.ts";

const INTRODUCTION = `# Negative controls

A test proves something only if it can fail. Each row is a bug that breaks a promise of
[SECURITY.md](../SECURITY.md), kept as a patch in \`bench/controls\`, and the test that catches it:
the test passes without the patch and fails with it. \`tools/controls.test.ts\` checks that each
patch still applies, that each test exists and that no promise is without a bug.

\`npm run lab:controls\` plants each bug in a copy of the working tree and runs its test;
\`-- --only <names>\` runs some of them. \`-- --record\` writes this page, and only if every bug was
caught.

| Bug | Promise | The patched code | Caught by |
|---|---|---|---|
`;

/** Returns the page that lists the planted bugs. */
export function controlsPage(controls: readonly Control[]): string {
  const number = ({ promise }: Control) => Number(promise.slice(1));
  const rows = controls
    .toSorted((a, b) => number(a) - number(b))
    .map(({ name, promise, bug, test }) => {
      const [file, title] = test.split(/ › (.*)/s);
      const found = title === undefined ? `\`${file}\`` : `\`${file}\` › ${title}`;
      return `| \`${name}\` | ${promise} | ${bug} | ${found} |`;
    });
  return `${INTRODUCTION}${rows.join("\n")}\n`;
}
