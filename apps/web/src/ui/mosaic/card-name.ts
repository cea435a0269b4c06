import type { Locale } from "@tessera/contract/errors/locales";
import { type Tier, tierOf } from "./palette.ts";
import { cardTraits, type Figure } from "./traits.ts";

type Names = Readonly<Record<Locale, string>>;

function names(en: string, simplified: string, traditional: string): Names {
  return { en, "zh-CN": simplified, "zh-TW": traditional };
}

const FIGURE_NAMES: Readonly<Record<Figure, Names>> = {
  sun: names("Sun", "日轮", "日輪"),
  wave: names("Wave", "海浪", "海浪"),
  rosette: names("Rosette", "团花", "團花"),
  ray: names("Ray", "光芒", "光芒"),
  arch: names("Arch", "拱门", "拱門"),
  chevron: names("Chevron", "人字", "人字"),
  lozenge: names("Lozenge", "菱纹", "菱紋"),
  chequer: names("Chequer", "棋格", "棋格"),
};

const COLORWAY_NAMES: Readonly<Record<string, Names>> = {
  lapis: names("Lapis", "青金", "青金"),
  verdigris: names("Verdigris", "铜绿", "銅綠"),
  cinnabar: names("Cinnabar", "朱砂", "朱砂"),
  saffron: names("Saffron", "藏红", "藏紅"),
  moss: names("Moss", "苔绿", "苔綠"),
  madder: names("Madder", "茜红", "茜紅"),
  slate: names("Slate", "石板", "石板"),
  patina: names("Patina", "铜锈", "銅鏽"),
  bronze: names("Bronze", "青铜", "青銅"),
  ember: names("Ember", "余烬", "餘燼"),
  olive: names("Olive", "橄榄", "橄欖"),
  bone: names("Bone", "骨白", "骨白"),
  garnet: names("Garnet", "石榴", "石榴"),
  cypress: names("Cypress", "翠柏", "翠柏"),
  midnight: names("Midnight", "子夜", "子夜"),
  umber: names("Umber", "赭石", "赭石"),
  aegean: names("Aegean", "爱琴", "愛琴"),
  onyx: names("Onyx", "玛瑙", "瑪瑙"),
};

/** Returns a card's default name, composed of its colorway and figure: "Lapis Sun", 青金日轮, 青金日輪. */
export function defaultCardName(cardId: string, tier: Tier, locale: Locale): string {
  const traits = cardTraits(cardId, tier);
  const colorway = COLORWAY_NAMES[traits.colorway]?.[locale] ?? "";
  return [colorway, FIGURE_NAMES[traits.figure][locale]].join(locale === "en" ? " " : "");
}

interface NamedCard {
  readonly id: string;
  /** The card's type from the API. */
  readonly type: string;
  readonly nickname: string | null;
}

/** Returns a card's name: the customer's nickname for it, or else its default name. */
export function cardName(card: NamedCard, locale: Locale): string {
  const nickname = card.nickname?.trim() ?? "";
  return nickname === "" ? defaultCardName(card.id, tierOf(card.type), locale) : nickname;
}
