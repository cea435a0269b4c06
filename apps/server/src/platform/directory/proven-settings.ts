import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "../context.ts";
import type { Tx } from "../database/db.ts";
import { findSetting, type Setting, saveSetting } from "./setting-directory.repository.ts";

/** Thrown for a document that no server with the program's root key recorded. */
export class UnprovenSettingError extends Error {
  override readonly name = "UnprovenSettingError";

  constructor(part: string) {
    super(`the document of ${part} in the directory was not recorded by a server of the program`);
  }
}

type Keys = Pick<AppContext, "keys">;
type Unproven = Omit<Setting, "proof">;

/** Returns the proof of a document: its keyed hash, with the part and version it belongs to. */
function proofOf({ keys }: Keys, { part, version, document }: Unproven): Buffer {
  return keys.hmac("program-settings", `${part}\n${version}\n${document}`);
}

function isProven(context: Keys, setting: Setting): boolean {
  const { proof } = setting;
  const expected = proofOf(context, setting);
  return proof?.length === expected.length && timingSafeEqual(proof, expected);
}

/**
 * Records the document of a part of the program's settings with a proof, if it has changed. The
 * caller must hold a lock, so that documents are recorded in the order in which they were read.
 */
export async function recordProven(
  context: Keys,
  tx: Tx,
  { part, document }: { readonly part: string; readonly document: string },
): Promise<void> {
  const found = await findSetting(tx, part);
  if (found?.document === document && isProven(context, found)) {
    return;
  }
  const next = { part, document, version: (found?.version ?? 0n) + 1n };
  await saveSetting(tx, { ...next, proof: proofOf(context, next) });
}

/**
 * Finds the document of a part of the program's settings.
 *
 * @throws UnprovenSettingError if its proof is missing or wrong
 */
export async function findProven(
  context: Keys,
  tx: Tx,
  part: string,
): Promise<Setting | undefined> {
  const found = await findSetting(tx, part);
  if (found !== undefined && !isProven(context, found)) {
    throw new UnprovenSettingError(part);
  }
  return found;
}
