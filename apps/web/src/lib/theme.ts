import { readStored, STORAGE_KEYS, writeStored } from "./session/storage.ts";
import { createStore, useStore } from "./session/store.ts";

export type Theme = "light" | "dark";

/** Page color of each theme, used for the browser's interface. */
export const THEME_COLORS: Readonly<Record<Theme, string>> = {
  light: "#F5F3F0",
  dark: "#0E1217",
};

function asTheme(value: string | null): Theme | undefined {
  return value === "light" || value === "dark" ? value : undefined;
}

function systemTheme(): Theme {
  try {
    return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  } catch {
    return "light";
  }
}

/** Returns the stored theme if it is exactly light or dark, else the system's, else light. */
export function initialTheme(): Theme {
  return asTheme(readStored(STORAGE_KEYS.theme)) ?? systemTheme();
}

export const themeStore = createStore<Theme>(initialTheme());

/** Sets the theme and stores it. */
export function setTheme(theme: Theme): void {
  writeStored(STORAGE_KEYS.theme, theme);
  themeStore.set(theme);
}

export function toggleTheme(): void {
  setTheme(themeStore.get() === "dark" ? "light" : "dark");
}

/** Adopts a theme chosen in another tab. */
export function adoptStoredTheme(value: string | null): void {
  const theme = asTheme(value);
  if (theme !== undefined) {
    themeStore.set(theme);
  }
}

export function useTheme(): Theme {
  return useStore(themeStore);
}
