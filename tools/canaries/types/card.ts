export interface Card {
  readonly nickname: string;
}
