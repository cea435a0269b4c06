import url from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wdth-normal.woff2?url";
import { createStore } from "../../lib/session/store.ts";

/** Whether text is set in the web font, which is narrower or wider than the face before it. */
export const webFontStore = createStore(false);

let loading: Promise<void> | undefined;

/**
 * Fetches the web font and lets text be set in it. Until then, and where it does not come, text
 * stands in the same places in the face of base.css.
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
    // Only when it is there: text would be laid out once more just to wait for it.
    document.fonts.add(await face.load());
    webFontStore.set(true);
  } catch {
    // The next visit asks again.
  }
}
