import { expect, test } from "vitest";
import { cardSketch } from "./card-sketch.ts";
import { keptPicture, requestPicture } from "./kept-pictures.ts";
import { type Picture, paint } from "./paint.ts";

const first = cardSketch("crd_VMBYRA99", "standard", "card");
const second = cardSketch("crd_P8K74SBK", "business", "card");

function painted(sketch: typeof first): Promise<Picture> {
  return new Promise((resolve) => void requestPicture(sketch, resolve));
}

test("requestPicture paints a picture once for all callers and caches it", async () => {
  expect(keptPicture(first.key)).toBeUndefined();
  const [one, same] = await Promise.all([painted(first), painted(first)]);
  expect(one).toEqual(paint(first.options));
  expect(same).toBe(one);
  expect(keptPicture(first.key)).toBe(one);
});

test("requestPicture stops painting when no caller is waiting anymore", async () => {
  const stop = requestPicture(second, () => expect.unreachable());
  stop();
  await painted(cardSketch("crd_4SK3VM2B", "premium", "card"));
  expect(keptPicture(second.key)).toBeUndefined();
  expect(await painted(second)).toEqual(paint(second.options));
});
