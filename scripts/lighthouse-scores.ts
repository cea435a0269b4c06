/** The categories to check, each with the lowest passing score, from 0 to 100. */
export const LOWEST_SCORES = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
} as const;

export type Category = keyof typeof LOWEST_SCORES;

export const CATEGORIES = Object.keys(LOWEST_SCORES) as readonly Category[];

/** The scores of one run, from 0 to 100. */
export type Scores = Readonly<Record<Category, number>>;

export interface PageScores {
  readonly page: string;
  readonly runs: readonly Scores[];
}

/**
 * Returns the median score of a page's runs for each category. A hiccup on the machine affects one
 * run, but not the median of three.
 *
 * @throws Error if there are no runs or an even number of them
 */
export function medianScores({ page, runs }: PageScores): Scores {
  if (runs.length % 2 === 0) {
    throw new Error(`${page} was measured ${runs.length} times: an even number has no middle.`);
  }
  const median = (category: Category) =>
    runs.map((run) => run[category]).sort((a, b) => a - b)[(runs.length - 1) / 2] ?? 0;
  return Object.fromEntries(CATEGORIES.map((category) => [category, median(category)])) as Scores;
}

/**
 * Returns whether the medians of every page reach the lowest passing scores; false if there are no
 * pages.
 */
export function arePassed(pages: readonly PageScores[]): boolean {
  return (
    pages.length > 0 &&
    pages.every((page) => {
      const scores = medianScores(page);
      return CATEGORIES.every((category) => scores[category] >= LOWEST_SCORES[category]);
    })
  );
}

/**
 * Returns one line per page and category: the median, the runs and the lowest passing score, with
 * failures marked.
 */
export function formatScores(pages: readonly PageScores[]): string {
  const width = Math.max(...pages.map(({ page }) => page.length));
  return pages
    .flatMap((page) => {
      const medians = medianScores(page);
      return CATEGORIES.map((category) => {
        const median = medians[category];
        const lowest = LOWEST_SCORES[category];
        const runs = page.runs.map((run) => run[category]).join(", ");
        const name = `${page.page.padEnd(width)}  ${category.padEnd(14)}`;
        const score = `${String(median).padStart(3)} of at least ${String(lowest).padStart(3)}`;
        return `  ${name}  ${score}  (${runs})${median < lowest ? "  TOO LOW" : ""}`;
      });
    })
    .join("\n");
}
