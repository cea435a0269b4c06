/** At most `max` hits in `windowSeconds` for one key of a bucket. */
export interface Limit {
  readonly bucket: string;
  readonly max: number;
  readonly windowSeconds: number;
}
