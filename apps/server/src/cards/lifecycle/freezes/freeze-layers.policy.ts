import type { FreezeLayer } from "@tessera/contract/cards/cards.schemas";

type SetLayer = Exclude<FreezeLayer, "schedule">;

/** A change to a card's layers: the layers to set and the layers to lift. */
export interface LayerChange {
  readonly set: readonly SetLayer[];
  readonly lift: readonly SetLayer[];
}

/** The layers after a change, and which parts of the change had an effect. */
export interface ChangedLayers {
  readonly layers: readonly SetLayer[];
  readonly added: readonly SetLayer[];
  readonly lifted: readonly SetLayer[];
}

/**
 * Applies a change to a set of layers. Layers are independent of each other, and their order does
 * not matter. A layer that is both lifted and set in one change remains.
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

/** Returns the status, by its layers, of a card that is neither closing nor closed. */
export function statusOfLayers(layers: readonly SetLayer[]): "active" | "frozen" {
  return layers.length === 0 ? "active" : "frozen";
}
