import * as fc from "fast-check";
import { expect, test } from "vitest";
import { changeLayers, statusOfLayers } from "./freeze-layers.policy.ts";

const LAYERS = ["customer", "risk", "verification", "operator"] as const;
type Layer = (typeof LAYERS)[number];

const change = fc.record({
  set: fc.subarray([...LAYERS]),
  lift: fc.subarray([...LAYERS]),
});

test("freeze layers: a card is usable only if no layer is set, in any order of changes", () => {
  void fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const model = new Set<Layer>();
      let layers: readonly Layer[] = [];
      for (const one of changes) {
        const next = changeLayers(layers, one);
        // Layers are lifted first, so a layer that is set in the same change remains.
        expect(next.lifted).toEqual(layers.filter((layer) => one.lift.includes(layer)));
        for (const layer of one.lift) {
          model.delete(layer);
        }
        for (const layer of one.set) {
          model.add(layer);
        }
        layers = next.layers;
        expect(new Set(layers)).toEqual(model);
        expect(layers).toHaveLength(model.size);
        expect(statusOfLayers(layers)).toBe(model.size === 0 ? "active" : "frozen");
      }
    }),
  );
});

test("freeze layers: setting a layer twice or lifting a missing layer changes nothing", () => {
  void fc.assert(
    fc.property(fc.subarray([...LAYERS]), fc.constantFrom(...LAYERS), (before, layer) => {
      const once = changeLayers(before, { set: [layer], lift: [] }).layers;
      expect(changeLayers(once, { set: [layer], lift: [] })).toEqual({
        layers: once,
        added: [],
        lifted: [],
      });
      const without = changeLayers(before, { set: [], lift: [layer] }).layers;
      expect(without).toEqual(before.filter((one) => one !== layer));
    }),
  );
});
