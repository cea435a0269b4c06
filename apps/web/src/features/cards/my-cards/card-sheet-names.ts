const SETTINGS = ["options", "label", "limits", "draw", "schedule", "replace"] as const;

export type CardSettingName = (typeof SETTINGS)[number];
export type CardSheetName =
  | "deposit"
  | "withdraw"
  | "details"
  | "freeze"
  | "close"
  | CardSettingName;

/** Returns true for the options sheet and the sheets opened from it. */
export function isSetting(name: CardSheetName): name is CardSettingName {
  return SETTINGS.some((setting) => setting === name);
}
