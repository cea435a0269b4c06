import { useLingui } from "@lingui/react/macro";
import { Languages, Moon, Sun } from "lucide-react";
import { type Locale, setLocale, useLocale } from "../../../lib/locale.ts";
import { setTheme, useTheme } from "../../../lib/theme.ts";
import { LOCALE_SHORT_NAMES } from "../../../ui/form/preference-buttons.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { SettingsRow } from "../../../ui/list/list-row.tsx";

const ICON = { "aria-hidden": true, size: 20, strokeWidth: 1.75 } as const;
const IN_ORDER: readonly Locale[] = ["en", "zh-CN", "zh-TW"];

/** Renders the language and theme settings. */
export function PreferenceRows() {
  const { t } = useLingui();
  const locale = useLocale();
  const theme = useTheme();
  const ThemeIcon = theme === "dark" ? Moon : Sun;
  return (
    <>
      <SettingsRow icon={<Languages {...ICON} />} title={t`Language`}>
        <Segmented
          label={t`Language`}
          options={IN_ORDER.map((value) => ({ value, label: LOCALE_SHORT_NAMES[value] }))}
          value={locale}
          onChange={setLocale}
          className="w-47"
        />
      </SettingsRow>
      <SettingsRow icon={<ThemeIcon {...ICON} />} title={t`Theme`}>
        <Segmented
          label={t`Theme`}
          options={[
            { value: "light", label: t`Light` },
            { value: "dark", label: t`Dark` },
          ]}
          value={theme}
          onChange={setTheme}
          className="w-47"
        />
      </SettingsRow>
    </>
  );
}
