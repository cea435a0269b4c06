import url from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wdth-normal.woff2?url";
import { createStore } from "../../lib/session/store.ts";

/** Whether the web font is in use. Its glyph widths differ from the fallback font's. */
export const webFontStore = createStore(false);

let loading: Promise<void> | undefined;

/**
 * Loads and applies the web font. Until then, or if loading fails, text keeps the same layout in
 * the fallback font from base.css.
 */
export function loadWebFont(): Promise<void> {
  loading ??= typeof FontFace === "undefined" ? Promise.resolve() : load();
  return loading;
}

async function load(): Promise<void> {
  const face = new FontFace("Instrument Sans Variable", `url(${url}) format("woff2")`, {
    weight: "400 700",
    stretch: "75% 100%",
  });
  try {
    // Added only once it has loaded; otherwise, text would be laid out an extra time while the font
    // loads.
    document.fonts.add(await face.load());
    webFontStore.set(true);
  } catch {
    // The next visit will try again.
  }
}
