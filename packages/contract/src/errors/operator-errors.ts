import { entry } from "./catalog-entry.ts";

/** Errors about operator management and invitations. */
export const OPERATOR_ERRORS = {
  operator_changed: entry(
    409,
    "This was changed in the meantime. Nothing was saved. Review it before you decide.",
    "内容已在此期间被更改，本次未保存，请重新查看后再决定",
    "內容已在此期間變更，本次未儲存，請重新檢視後再決定",
  ),
  operator_removed: entry(
    409,
    "This operator was removed. Send a new invitation to restore their access.",
    "该运营人员已被移除，如需恢复请重新发送邀请",
    "此營運人員已被移除，如需恢復請重新傳送邀請",
  ),
  operator_is_self: entry(
    403,
    "You can’t change your own access. Ask another administrator.",
    "不能更改自己的权限，请联系其他管理员",
    "無法變更自己的權限，請聯絡其他管理員",
  ),
  last_administrator: entry(
    409,
    "This is the last active administrator. Add another one first.",
    "这是最后一位可用的管理员，请先添加另一位管理员",
    "這是最後一位可用的管理員，請先新增另一位管理員",
  ),
  second_administrator_needed: entry(
    409,
    "This needs a second administrator. Propose it, and it takes effect once another approves.",
    "此操作需要第二位管理员批准，请先提出申请",
    "此操作需要第二位管理員核准，請先提出申請",
  ),
  no_second_administrator: entry(
    409,
    "No other administrator could approve this. Add one on the server with create-operator first.",
    "没有其他管理员可以批准，请先在服务器上用 create-operator 添加一位管理员",
    "沒有其他管理員可以核准，請先在伺服器上以 create-operator 新增一位管理員",
  ),
  operator_email_taken: entry(
    409,
    "This email already has an account. Use another address.",
    "该邮箱已有账户，请使用其他邮箱",
    "此電子郵件已有帳戶，請使用其他電子郵件",
  ),
  invitation_open: entry(
    409,
    "This address already has an open invitation. Resend or withdraw that one.",
    "该邮箱已有未接受的邀请，请重新发送或撤回该邀请",
    "此電子郵件已有未接受的邀請，請重新傳送或撤回該邀請",
  ),
  invitation_ended: entry(
    409,
    "This invitation was accepted, withdrawn or has expired. Send a new one if needed.",
    "该邀请已被接受、撤回或已过期，如有需要请重新邀请",
    "此邀請已被接受、撤回或已過期，如有需要請重新邀請",
  ),
  invitation_invalid: entry(
    400,
    "This link is wrong, used, withdrawn or expired. Ask an administrator for a new invitation.",
    "链接无效、已使用、已撤回或已过期，请联系管理员重新邀请",
    "連結無效、已使用、已撤回或已過期，請聯絡管理員重新邀請",
  ),
  proposal_own: entry(
    403,
    "You proposed this. Another administrator has to decide on it.",
    "这是你提出的申请，须由其他管理员决定",
    "這是你提出的申請，須由其他管理員決定",
  ),
  proposal_not_yours: entry(
    403,
    "Someone else proposed this. Only they can withdraw it.",
    "该申请由他人提出，仅提出者可撤回",
    "此申請由他人提出，僅提出者可撤回",
  ),
  proposal_about_you: entry(
    403,
    "This proposal is about you. You can agree to it, but only others can reject it.",
    "该申请涉及你本人，你可以同意，但只能由他人驳回",
    "此申請涉及你本人，你可以同意，但僅能由他人駁回",
  ),
  linked_by_invitation: entry(
    403,
    "You and the other person are linked by an invitation. Someone else must approve.",
    "你与该事项的另一位经手人之间有邀请关系，须由其他人批准",
    "你與此事項的另一位經手人之間有邀請關係，須由其他人核准",
  ),
  proposal_decided: entry(
    409,
    "This proposal was already decided or withdrawn, or it has expired.",
    "该申请已有决定、已撤回或已过期",
    "此申請已有決定、已撤回或已過期",
  ),
  proposal_outdated: entry(
    409,
    "The data has changed since the proposal. Nothing was done. Reject it and propose it again.",
    "相关内容已发生变化，未作任何更改，请驳回后重新提出",
    "相關內容已發生變化，未作任何變更，請駁回後重新提出",
  ),
} as const;
