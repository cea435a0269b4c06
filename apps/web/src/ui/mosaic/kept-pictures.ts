import { type PaintOptions, type Picture, paintSteps } from "./paint.ts";

/** What to paint; the same key always means the same picture. */
export interface Sketch {
  readonly key: string;
  readonly options: PaintOptions;
}

/**
 * Maximum number of cached pictures, at about 28 KB each. Beyond this number, the oldest is
 * dropped.
 */
const MAX_PICTURES = 240;
/**
 * Length of one painting slice, in milliseconds. Phones take four times as long, but even then they
 * respond to touch without delay.
 */
const SLICE_MS = 4;

interface Job {
  readonly steps: Generator<void, Picture>;
  readonly waiting: Set<(picture: Picture) => void>;
}

const kept = new Map<string, Picture>();
const jobs = new Map<string, Job>();
let painting = false;

/** Returns the picture if it is cached. */
export function keptPicture(key: string): Picture | undefined {
  return kept.get(key);
}

/**
 * Queues a picture to be painted in short slices, in the order requested, so that the page stays
 * responsive.
 *
 * @returns a function that cancels the request; painting stops when all requests for a picture have
 * been canceled
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
    // Each finished picture is shown before the next one begins.
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
