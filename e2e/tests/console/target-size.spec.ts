import { expect, test } from "../../src/fixtures.ts";
import { cutTexts, movingThings, smallTargets } from "../../src/target-size.ts";

/** Plants faults to show that the target-size checks find each planted fault and nothing else. */

test("target size: finds targets that are too small, but not those that only look small", async ({
  page,
}) => {
  await page.setContent(`
    <style>
      * { margin: 0; padding: 0; border: 0; font: 16px sans-serif }
      p, label, div { margin: 60px }
      button { display: block; width: 44px; height: 44px }
      .low { height: 40px }
      .wide { position: relative; height: 20px }
      .wide::after { content: ""; position: absolute; inset: -12px 0 }
      .covered { position: relative }
      .covered span { position: absolute; z-index: 1; inset: 30px 0 0 }
    </style>
    <div><button>Fits</button></div>
    <div><button class="low">Low</button></div>
    <div><button class="wide">Reaches further</button></div>
    <div class="covered"><button>Covered</button><span></span></div>
    <p>Read <a href="#terms">the terms</a> first.</p>
    <p><a href="#alone">Alone</a></p>
    <label style="display: block; height: 44px"><input type="checkbox"> Labeled</label>
    <div><button class="low" disabled>Cannot be pressed</button></div>
    <div hidden><button class="low">Hidden</button></div>`);
  const names = (await smallTargets(page)).map((found) => /"(.*)"/.exec(found)?.[1]);
  expect(names).toEqual(["Low", "Covered", "Alone"]);
});

test("target size: finds cut-off text, but not text that can be scrolled", async ({ page }) => {
  await page.setContent(`
    <p>All of it</p>
    <p style="width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">
      <b>Cut at the side</b></p>
    <div style="height: 20px; overflow: hidden"><p style="margin: 30px 0 0">Cut below</p></div>
    <p style="position: absolute; left: 340px; white-space: nowrap">Leaves the screen</p>
    <p style="width: 40px; overflow-x: auto; white-space: nowrap">Can be scrolled to</p>
    <p class="sr-only" style="width: 1px; height: 1px; overflow: hidden">Said, not shown</p>`);
  expect(await cutTexts(page)).toEqual(["Cut at the side", "Cut below", "Leaves the screen"]);
});

test("target size: finds things that move", async ({ page }) => {
  await page.setContent(`
    <style>@keyframes turn { to { rotate: 1turn } }</style>
    <style>@keyframes fade { from { opacity: 0 } }</style>
    <style>@keyframes slide { from { translate: 9px } }</style>
    <p class="still">Still</p>
    <p class="fading" style="animation: fade 120ms 100ms">Fading</p>
    <p class="sliding" style="animation: slide 200ms paused">Sliding</p>
    <p class="turning" style="animation: turn 1s infinite">Turning</p>`);
  expect(await movingThings(page)).toEqual(["p.sliding", "p.turning"]);
});
