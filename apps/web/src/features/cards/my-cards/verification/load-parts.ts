import { loadTexts } from "../../../../i18n/catalog.ts";

/**
 * Loads a component together with its texts, so that pages of cards without a hold do not load the
 * texts.
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
