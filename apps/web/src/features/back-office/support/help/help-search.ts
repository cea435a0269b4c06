import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import MiniSearch from "minisearch";
import type { HelpTexts } from "./help-articles.ts";

const HAN = /\p{Script=Han}+/gu;
const WORD = /[\p{L}\p{N}.%]+/gu;
/**
 * Words up to this length are not matched fuzzily, because changing one letter often produces a
 * different word.
 */
const SHORT = 4;

/** Returns all pairs of adjacent characters, because Chinese has no spaces between words. */
function pairs(run: string): string[] {
  const characters = [...run];
  return characters.length === 1
    ? characters
    : characters.slice(1).map((one, place) => `${characters[place]}${one}`);
}

/** Splits text into words, and its Chinese parts into pairs of characters. */
export function wordsOf(text: string): string[] {
  const han = [...text.matchAll(HAN)].flatMap(([run]) => pairs(run));
  const others = [...text.replaceAll(HAN, " ").matchAll(WORD)].map(([word]) => word);
  return [...others, ...han];
}

/** Finds the articles that match a question, best matches first. */
export type FindArticles = (question: string) => readonly HelpArticle[];

/**
 * Builds a search index of the articles. Tolerates typos and matches prefixes; in Chinese, any pair
 * of characters counts as a match. Articles with more matches rank higher.
 */
export function indexArticles(texts: HelpTexts): FindArticles {
  const index = new MiniSearch<{ id: string; title: string; words: string; text: string }>({
    fields: ["title", "words", "text"],
    tokenize: wordsOf,
    processTerm: (term) => term.toLowerCase(),
    searchOptions: {
      boost: { title: 4, words: 3 },
      prefix: (term) => !/\p{Script=Han}/u.test(term),
      fuzzy: (term) => (/\p{Script=Han}/u.test(term) || term.length <= SHORT ? false : 0.25),
      combineWith: "OR",
    },
  });
  index.addAll(
    Object.entries(texts).map(([id, { title, summary, words, body }]) => ({
      ...{ id, title, words },
      text: [summary, ...body].join("\n"),
    })),
  );
  return (question) => index.search(question.trim()).map(({ id }) => id as HelpArticle);
}
