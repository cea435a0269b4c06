import { entry } from "./catalog-entry.ts";

/** Errors raised by the card issuer, or because facts that the issuer requires are missing. */
export const ISSUER_ERRORS = {
  issuer_unavailable: entry(
    503,
    "The card’s issuer did not answer in time. No money moved. Try again in a moment.",
    "发卡机构未能及时响应，资金未发生变动，请稍候再试",
    "發卡機構未能及時回應，資金未發生變動，請稍候再試",
  ),
  holder_facts_missing: entry(
    409,
    "The card’s issuer needs a few details about you first. Add them, then apply again.",
    "发卡机构需要先了解你的部分信息，请补充后重新申请",
    "發卡機構需要先了解你的部分資訊，請補充後重新申請",
  ),
  holder_facts_refused: entry(
    409,
    "The issuer did not accept some of your details. No money moved. Check them, then apply again.",
    "发卡机构未接受你的部分信息，资金未发生变动，请核对后重新申请",
    "發卡機構未接受你的部分資訊，資金未發生變動，請核對後重新申請",
  ),
  holder_under_review: entry(
    409,
    "The card’s issuer is still checking your details. No money moved. Try again later.",
    "发卡机构仍在核实你的信息，资金未发生变动，请稍后再试",
    "發卡機構仍在核實你的資訊，資金未發生變動，請稍後再試",
  ),
  holder_refused: entry(
    409,
    "The card’s issuer can’t issue you a card. No money moved. Contact support to learn more.",
    "发卡机构无法为你发卡，资金未发生变动，详情请联系客服",
    "發卡機構無法為你發卡，資金未發生變動，詳情請聯絡客服",
  ),
  holder_country_not_served: entry(
    409,
    "This card is for residents of other countries. Choose another card, or correct your address.",
    "此卡仅面向其他国家或地区的居民，请选择其他卡片或更正地址",
    "此卡僅面向其他國家或地區的居民，請選擇其他卡片或更正地址",
  ),
  card_not_issued: entry(
    409,
    "The issuer can’t issue this card. No money moved. Choose another card, or contact support.",
    "发卡机构无法发行此卡，资金未发生变动，请选择其他卡片或联系客服",
    "發卡機構無法發行此卡，資金未發生變動，請選擇其他卡片或聯絡客服",
  ),
} as const;
