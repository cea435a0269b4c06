import { loadTexts } from "../i18n/catalog.ts";

/** Loads a screen's code and its texts in parallel. */
export async function withTexts<Screen>(
  screen: Promise<Screen>,
  ...parts: readonly Parameters<typeof loadTexts>[0][]
): Promise<Screen> {
  const [loaded] = await Promise.all([screen, ...parts.map(loadTexts)]);
  return loaded;
}
