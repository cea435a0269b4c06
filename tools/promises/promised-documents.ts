import { readFileSync } from "node:fs";
import { fromRoot } from "../../scripts/repository.ts";
import { sentencesOf, sentencesOfMarkdown } from "./sentences.ts";

/** A document in which every sentence has an entry in a table. */
export interface PromisedDocument {
  /** The document's path, relative to the repository's root. */
  readonly path: string;
  /** The table's path, relative to the repository's root. */
  readonly table: string;
  readonly sentencesIn: (text: string) => readonly string[];
}

interface LegalText {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly {
    readonly heading: string;
    readonly paragraphs: readonly string[];
  }[];
}

interface Article {
  readonly title: string;
  readonly summary: string;
  readonly body: readonly string[];
}

/**
 * Returns whether a row belongs to the table of numbered promises in SECURITY.md, whose rows name
 * the tests themselves.
 */
export const isNumberedPromise = (row: string): boolean => /^\| P\d+ \|/.test(row);

const LEGAL = ["terms", "privacy", "security", "agreement"] as const;

/** The documents whose sentences are checked against tables. */
export const PROMISED_DOCUMENTS: readonly PromisedDocument[] = [
  ...LEGAL.map((name) => ({
    path: `apps/web/src/features/identity/legal/texts/${name}.en.json`,
    table: `docs/promises/legal-${name}.json`,
    sentencesIn: sentencesOfLegalText,
  })),
  {
    path: "apps/web/src/features/back-office/support/help/texts/articles.en.json",
    table: "docs/promises/help.json",
    sentencesIn: sentencesOfArticles,
  },
  ...[
    { path: "README.md", table: "docs/promises/readme.json" },
    { path: "SECURITY.md", table: "docs/promises/security.json" },
    { path: "docs/architecture.md", table: "docs/promises/architecture.json" },
  ].map((document) => ({
    ...document,
    sentencesIn: (text: string) => sentencesOfMarkdown(text, isNumberedPromise),
  })),
];

/** Returns the unique sentences of a document as it is in the repository, in order. */
export function sentencesOfDocument({ path, sentencesIn }: PromisedDocument): readonly string[] {
  return [...new Set(sentencesIn(readFileSync(fromRoot(path), "utf8")))];
}

function sentencesOfLegalText(json: string): readonly string[] {
  const { title, intro, sections } = JSON.parse(json) as LegalText;
  return [
    title,
    ...sentencesOf(intro),
    ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs.flatMap(sentencesOf)]),
  ];
}

function sentencesOfArticles(json: string): readonly string[] {
  const articles = Object.values(JSON.parse(json) as Readonly<Record<string, Article>>);
  return articles.flatMap(({ title, summary, body }) => [
    title,
    ...sentencesOf(summary),
    ...body.flatMap(sentencesOf),
  ]);
}
