import { type PaintOptions, type Picture, paintSteps } from "./paint.ts";

/** What is to be painted; the same key always means the same picture. */
export interface Sketch {
  readonly key: string;
  readonly options: PaintOptions;
}

/** Pictures are about 28 KB each; the oldest goes when this many are kept. */
const MAX_PICTURES = 240;
/** A phone takes four times as long; then too a touch is answered before it is felt. */
const SLICE_MS = 4;

interface Job {
  readonly steps: Generator<void, Picture>;
  readonly waiting: Set<(picture: Picture) => void>;
}

const kept = new Map<string, Picture>();
const jobs = new Map<string, Job>();
let painting = false;

/** The picture, if it has been painted. */
export function keptPicture(key: string): Picture | undefined {
  return kept.get(key);
}

/**
 * Has a picture painted, in slices between which the page answers, in the order of asking.
 *
 * @returns stops the waiting; a picture nobody waits for is not painted any further
 */
export function requestPicture(
  { key, options }: Sketch,
  onPainted: (picture: Picture) => void,
): () => void {
  const known = kept.get(key);
  if (known !== undefined) {
    onPainted(known);
    return () => undefined;
  }
  const job = jobs.get(key) ?? { steps: paintSteps(options), waiting: new Set() };
  job.waiting.add(onPainted);
  jobs.set(key, job);
  if (!painting) {
    painting = true;
    setTimeout(paintSlice);
  }
  return () => {
    job.waiting.delete(onPainted);
  };
}

function paintSlice(): void {
  const end = performance.now() + SLICE_MS;
  for (const [key, { steps, waiting }] of jobs) {
    let step: IteratorResult<void, Picture> | undefined;
    while (waiting.size > 0 && step?.done !== true && performance.now() < end) {
      step = steps.next();
    }
    if (step?.done === true) {
      keep(key, step.value);
    }
    if (step?.done === true || waiting.size === 0) {
      jobs.delete(key);
    }
    if (step?.done === true) {
      for (const onPainted of waiting) {
        onPainted(step.value);
      }
    }
    // What is painted is shown before the next is begun.
    if (waiting.size > 0) {
      break;
    }
  }
  painting = jobs.size > 0;
  if (painting) {
    setTimeout(paintSlice);
  }
}

function keep(key: string, picture: Picture): void {
  kept.set(key, picture);
  const [oldest] = kept.keys();
  if (kept.size > MAX_PICTURES && oldest !== undefined) {
    kept.delete(oldest);
  }
}
