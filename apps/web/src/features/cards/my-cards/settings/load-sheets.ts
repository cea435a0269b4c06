import { loadTexts } from "../../../../i18n/catalog.ts";

/**
 * Loads a sheet together with its texts, so that pages do not load the texts until they open the
 * sheet.
 */
async function withTexts<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadTexts("card-settings")]);
  return loaded;
}

export async function loadLimitsSheet() {
  return (await withTexts(import("./limits-sheet.tsx"))).LimitsSheet;
}

export async function loadSettings() {
  return (await withTexts(import("./settings-sheet.tsx"))).SettingsSheet;
}

export async function loadOwnLimits() {
  return (await withTexts(import("./own-limits.tsx"))).OwnLimits;
}

export async function loadLabelRow() {
  return (await withTexts(import("./card-label-row.tsx"))).CardLabelRow;
}

export async function loadFreezeAll() {
  return (await withTexts(import("../freeze-all/freeze-all.tsx"))).FreezeAll;
}

export async function loadAutoTopUp() {
  return (await withTexts(import("./auto-top-up/auto-top-up-panel.tsx"))).AutoTopUpPanel;
}
