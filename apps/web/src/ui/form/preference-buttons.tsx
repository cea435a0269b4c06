import { useLingui } from "@lingui/react/macro";
import { Languages, Moon, Sun } from "lucide-react";
import { type Locale, nextLocale, setLocale, useLocale } from "../../lib/locale.ts";
import { toggleTheme, useTheme } from "../../lib/theme.ts";
import { IconButton, iconButtonClass } from "./icon-button.tsx";

/** Each language's native name. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};

/** Short names of the languages, for narrow places. */
export const LOCALE_SHORT_NAMES: Readonly<Record<Locale, string>> = {
  en: "EN",
  "zh-CN": "简体",
  "zh-TW": "繁體",
};

/** Renders a button that switches to the next language. */
export function LanguageButton() {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <button
      type="button"
      onClick={() => setLocale(nextLocale(locale))}
      className={`${iconButtonClass} flex! w-auto! items-center gap-1.5 px-3 text-[0.875rem]/5 font-medium`}
    >
      <Languages aria-hidden="true" size={20} strokeWidth={1.75} />
      <span className="sr-only">{t`Language`}</span>
      {LOCALE_SHORT_NAMES[locale]}
    </button>
  );
}

/** Renders a button that switches between light and dark. */
export function ThemeButton() {
  const { t } = useLingui();
  const theme = useTheme();
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <IconButton label={theme === "dark" ? t`Light theme` : t`Dark theme`} onClick={toggleTheme}>
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
    </IconButton>
  );
}
