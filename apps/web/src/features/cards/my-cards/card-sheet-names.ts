const SETTINGS = ["options", "label", "limits", "schedule", "replace"] as const;

export type CardSettingName = (typeof SETTINGS)[number];
export type CardSheetName =
  | "deposit"
  | "withdraw"
  | "details"
  | "freeze"
  | "close"
  | CardSettingName;

/** Whether a sheet is one of those that a card's options lead to, or the options themselves. */
export function isSetting(name: CardSheetName): name is CardSettingName {
  return SETTINGS.some((setting) => setting === name);
}
