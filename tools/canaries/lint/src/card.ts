export interface Card {
  readonly last4: string;
}
