import { loadTexts } from "../../../../i18n/catalog.ts";

/** Texts come with what shows them, and not with the pages of cards that are not on hold. */
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
