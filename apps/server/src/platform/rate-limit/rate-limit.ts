/** A limit of `max` hits per key and bucket within `windowSeconds`. */
export interface Limit {
  readonly bucket: string;
  readonly max: number;
  readonly windowSeconds: number;
}
