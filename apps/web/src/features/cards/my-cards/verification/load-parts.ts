import { loadTexts } from "../../../../i18n/catalog.ts";

/**
 * Loads the texts together with a component, so that pages of cards without a hold do not need
 * them.
 */
async function withTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadTexts("verification")]);
  return loaded;
}

export async function loadHoldNote() {
  return (await withTexts(import("./hold-note.tsx"))).HoldNote;
}

export async function loadVerifySheet() {
  return (await withTexts(import("./verify-sheet.tsx"))).VerifySheet;
}
