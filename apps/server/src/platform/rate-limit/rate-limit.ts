/** A number of hits within a time. */
export interface LimitWindow {
  readonly max: number;
  readonly windowSeconds: number;
}

/** A limit of `max` hits per key and bucket within `windowSeconds`. */
export interface Limit extends LimitWindow {
  readonly bucket: string;
  /** A second limit on the same hits within a shorter time, counted in the same row. */
  readonly burst?: LimitWindow;
}
