import type { AppContext, Tx } from "../../platform/context.ts";
import {
  hashKeyText,
  hintOf,
  type KeyMode,
  newKeyText,
} from "../../platform/crypto/api-key-text.ts";
import { insertText } from "./api-keys.repository.ts";

/** Returns the mode of the keys that a program gives out and accepts. */
export function keyModeOf({ config }: Pick<AppContext, "config">): KeyMode {
  return config.mode === "live" ? "live" : "test";
}

/** Gives a key a new current text. */
export async function giveText(
  context: AppContext,
  tx: Tx,
  { keyId, at }: { readonly keyId: string; readonly at: Date },
): Promise<string> {
  const text = newKeyText(keyModeOf(context), context.directory.cell);
  await insertText(tx, { keyId, tokenHash: hashKeyText(text), hint: hintOf(text), at });
  return text;
}
