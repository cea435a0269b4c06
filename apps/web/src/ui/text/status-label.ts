/** The labels that customers see for a status, regardless of its name in the API. */
export type StatusLabel =
  | "processing"
  | "under-review"
  | "queued"
  | "completed"
  | "failed"
  | "declined"
  | "rejected"
  | "cancelled"
  | "expired"
  | "awaiting-confirmation";

const LABELS: ReadonlyMap<string, StatusLabel> = new Map([
  ["pending", "processing"],
  ["processing", "processing"],
  ["unknown", "processing"],
  ["reviewing", "under-review"],
  ["in-review", "under-review"],
  ["in_review", "under-review"],
  ["queued", "queued"],
  ["success", "completed"],
  ["succeeded", "completed"],
  ["completed", "completed"],
  ["failed", "failed"],
  ["error", "failed"],
  ["declined", "declined"],
  ["rejected", "rejected"],
  ["refused", "rejected"],
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["expired", "expired"],
]);

const TOKEN_PAY_LABELS: ReadonlyMap<string, StatusLabel> = new Map([
  ["pending", "awaiting-confirmation"],
  ["completed", "completed"],
  ["expired", "failed"],
  ["cancelled", "cancelled"],
]);

/** Crypto deposits (`token-pay`) have different labels for some statuses. */
export type StatusKind = "bill" | "token-pay";

/** Returns the label of a status. Unknown statuses are treated as processing. */
export function statusLabel(status: string, kind: StatusKind = "bill"): StatusLabel {
  const word = status.trim().toLowerCase();
  const own = kind === "token-pay" ? TOKEN_PAY_LABELS.get(word) : undefined;
  return own ?? LABELS.get(word) ?? "processing";
}

/** Returns true if the money did not move; such amounts are muted. */
export function didNotMove(label: StatusLabel): boolean {
  return ["failed", "declined", "rejected", "cancelled", "expired"].includes(label);
}
