import type { FreezeLayer } from "@tessera/contract/cards/cards.schemas";

type SetLayer = Exclude<FreezeLayer, "schedule">;

/** One change of a card's layers: some are set, some are lifted. */
export interface LayerChange {
  readonly set: readonly SetLayer[];
  readonly lift: readonly SetLayer[];
}

/** What a change leaves, and what of it makes a difference. */
export interface ChangedLayers {
  readonly layers: readonly SetLayer[];
  readonly added: readonly SetLayer[];
  readonly lifted: readonly SetLayer[];
}

/**
 * Layers are a set: each is there or not, whoever came first, and one never touches another. What
 * is lifted and set in one change is there afterwards.
 */
export function changeLayers(
  before: readonly SetLayer[],
  { set, lift }: LayerChange,
): ChangedLayers {
  const lifted = before.filter((layer) => lift.includes(layer));
  const kept = before.filter((layer) => !lifted.includes(layer));
  const added = [...new Set(set)].filter((layer) => !kept.includes(layer));
  return { layers: [...kept, ...added], added, lifted };
}

/** The status of a card that is neither closing nor closed. */
export function statusOfLayers(layers: readonly SetLayer[]): "active" | "frozen" {
  return layers.length === 0 ? "active" : "frozen";
}
