import { loadTexts } from "../i18n/catalog.ts";

/** A screen's code with the texts that it comes with, both at once. */
export async function withTexts<Screen>(
  screen: Promise<Screen>,
  ...parts: readonly Parameters<typeof loadTexts>[0][]
): Promise<Screen> {
  const [loaded] = await Promise.all([screen, ...parts.map(loadTexts)]);
  return loaded;
}
