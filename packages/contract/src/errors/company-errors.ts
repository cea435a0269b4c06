import { type CatalogEntry, entry } from "./catalog-entry.ts";

/** Errors of companies, their members, and calls made while acting for a company. */
export const COMPANY_ERRORS = {
  role_lacks_permission: entry(
    403,
    "Your role in this company can’t do this. Ask its owner or an admin.",
    "你在此公司的角色不能执行此操作，请联系所有者或管理员",
    "你在此公司的角色無法執行此操作，請聯絡擁有者或管理員",
  ),
  own_account_only: entry(
    403,
    "This concerns your own account. Switch to your own account first.",
    "此操作仅涉及你的个人账户，请先切换到个人账户",
    "此操作僅涉及你的個人帳戶，請先切換到個人帳戶",
  ),
  not_for_companies: entry(
    403,
    "Companies can’t do this yet. You can do it for your own account.",
    "公司暂不支持此操作，你可以在个人账户中使用",
    "公司暫不支援此操作，你可以在個人帳戶中使用",
  ),
  company_only: entry(
    403,
    "This concerns a company. Switch to the company first.",
    "此操作仅涉及公司，请先切换到公司账户",
    "此操作僅涉及公司，請先切換到公司帳戶",
  ),
  too_many_companies: entry(
    409,
    "You are in 20 companies already. Leave one first.",
    "你加入的公司已达 20 个，请先退出一个",
    "你加入的公司已達 20 個，請先退出一個",
  ),
  too_many_members: entry(
    409,
    "The company has 200 members and open invitations already. Remove one first.",
    "公司的成员和未接受的邀请已达 200 个，请先移除一个",
    "公司的成員與未接受的邀請已達 200 個，請先移除一個",
  ),
  member_already: entry(
    409,
    "This address belongs to a member already. Change their role instead.",
    "该邮箱已属于公司成员，请直接更改其角色",
    "此電子郵件地址已屬於公司成員，請直接變更其角色",
  ),
  member_changed: entry(
    409,
    "This member was changed in the meantime. Nothing was saved. Look again before you decide.",
    "该成员已在此期间被更改，本次未保存，请重新查看后再决定",
    "該成員已在此期間變更，本次未儲存，請重新檢視後再決定",
  ),
  member_is_self: entry(
    403,
    "You can’t do this to yourself. Ask the owner, or leave the company.",
    "不能对自己执行此操作，请联系所有者，或退出公司",
    "無法對自己執行此操作，請聯絡擁有者，或退出公司",
  ),
  member_above_you: entry(
    403,
    "Your role can’t give or take away this one. Ask the owner.",
    "你的角色不能授予或撤销该角色，请联系所有者",
    "你的角色無法授予或撤銷該角色，請聯絡擁有者",
  ),
  member_lacks_second_factor: entry(
    409,
    "This member has no second factor, which the role requires. Ask them to set one up first.",
    "该成员尚未设置此角色所需的第二重验证，请先让其设置",
    "該成員尚未設定此角色所需的第二重驗證，請先請其設定",
  ),
  member_invitation_invalid: entry(
    400,
    "This invitation is wrong, used, withdrawn or expired. Ask the company for a new one.",
    "邀请无效、已使用、已撤回或已过期，请联系公司重新邀请",
    "邀請無效、已使用、已撤回或已過期，請聯絡公司重新邀請",
  ),
  member_invitation_other_address: entry(
    403,
    "This invitation is for another address. Sign in with the account of that address.",
    "此邀请发给另一个邮箱，请用该邮箱的账户登录",
    "此邀請寄至另一個電子郵件地址，請用該地址的帳戶登入",
  ),
  company_in_other_cell: entry(
    409,
    "Your account is kept in another region than this company, so you can’t join it.",
    "你的账户与此公司保存在不同的区域，因此无法加入",
    "你的帳戶與此公司儲存在不同的區域，因此無法加入",
  ),
  owner_stays: entry(
    409,
    "You are the owner. Hand the company over or close it first.",
    "你是所有者，请先移交或关闭公司",
    "你是擁有者，請先移交或關閉公司",
  ),
  company_owned: entry(
    409,
    "You own a company. Hand it over or close it before you close your account.",
    "你拥有公司，请在关闭账户前先移交或关闭公司",
    "你擁有公司，請在關閉帳戶前先移交或關閉公司",
  ),
} as const satisfies Readonly<Record<string, CatalogEntry>>;
