import { hash } from "node:crypto";
import type { Leg, Movement } from "./types.ts";

/** Separates fields. A separator inside a field is escaped, so different contents never collide. */
const FIELD = "\u001f";

/**
 * Returns the SHA-256 of what a movement does and for whom, as 64 hex digits.
 *
 * Excludes times, velocity limits, `data`, events and audit: a client that retries builds these
 * again, although the movement is still the same. The seals cover them.
 */
export function contentHash(movement: Movement): string {
  const { id, customerId, kind, cardId, parentId, status, currency } = movement;
  const { amountMinor, feeMinor, title, clientKey } = movement;
  const who = `1${FIELD}${id}${FIELD}${customerId}${FIELD}${kind}${FIELD}${cardId ?? ""}`;
  const what = `${parentId ?? ""}${FIELD}${status}${FIELD}${currency}${FIELD}${amountMinor}`;
  const key = clientKey === null ? "" : `k${escaped(clientKey)}`;
  let form = `${who}${FIELD}${what}${FIELD}${feeMinor}${FIELD}${escaped(title)}${FIELD}${key}`;
  for (const leg of movement.legs) {
    form += FIELD + legForm(leg);
  }
  for (const change of movement.statusChanges ?? []) {
    form += `${FIELD}s,${change.movementId},${change.status},${change.amountMinor ?? ""},${
      change.feeMinor ?? ""
    }`;
  }
  return hash("sha256", form, "hex");
}

function escaped(text: string): string {
  return text.includes(FIELD) || text.includes("\\")
    ? text.replaceAll("\\", "\\\\").replaceAll(FIELD, "\\u")
    : text;
}

function legForm(leg: Leg): string {
  switch (leg.type) {
    case "transfer":
      return `t,${leg.debit},${leg.credit},${leg.amountMinor}`;
    case "hold":
      return `h,${leg.holdId},${leg.account},${leg.amountMinor}`;
    case "increase":
      return `i,${leg.holdId},${leg.amountMinor}`;
    case "capture":
      return `c,${leg.holdId},${leg.credit},${leg.amountMinor},${leg.final},${
        leg.shortfallFrom ?? ""
      }`;
    case "release":
      return `r,${leg.holdId},${leg.amountMinor},${leg.as}`;
    case "forced":
      return `f,${leg.debit},${leg.credit},${leg.amountMinor},${leg.shortfallFrom}`;
    case "sweep":
      return `w,${leg.debit},${leg.credit}`;
    case "require_open":
      return `o,${leg.account}`;
  }
}
