// s25 · soul/forms – forms of sentences that take away a rule, in three languages.

const RULES =
  "rules?|instructions?|agents|user\\.md|safety|permissions?|gate|hooks?|checks?|limits?|boundar\\w+|approvals?|veto";
/** A character that does not end a sentence. */
const WITHIN = "(?:(?![.!?;]\\s|[。！？；]).)";
/** Forms of sentences that take away a rule, or the question before an action. In lower case, with single spaces. */
export const AGAINST = [
  `\\b(ignor|disregard|overrid|bypass|skip|disabl|forget|circumvent|evad|outrank|replac|drop)\\w*\\b.{0,40}\\b(${RULES})\\b`,
  `\\b(${RULES})\\b.{0,30}\\b(void|off|optional|suspended|lifted|obsolete|no longer|do(es)? not (apply|count|matter))\\b`,
  "\\b(never|don'?t|do not|no need to|not|stop|without|no longer|instead of|rather than)\\b(?!.{0,12}(afraid|hesitate|shy)).{0,25}\\b(ask(ing)?|confirm\\w*|approv\\w*|permission|consent|check(ing)? (with|first)|warn\\w*|a yes)\\b",
  "\\b(ask|confirm)\\w* (nobody|no one|nothing)\\b|\\balways (say yes|agree|approve|allow|obey|accept)\\b",
  "\\b(obey|follow|do|carry out|execute)\\b.{0,30}\\b(every|all|any|whatever)\\b.{0,30}\\b(says?|said|instructions?|orders?|commands?|asks?|files?|pages?)\\b",
  "\\b(password|passphrase|api.?keys?|tokens?|secrets?|credentials?|private key)\\b",
  "(忽略|无视|绕过|跳过|关闭|禁用|不遵守|不用理会|取消).{0,12}(规则|规定|指令|安全|权限|agents|审批|检查|确认|限制)",
  "(不要|不得|别|不必|无需|无须|不用|从不|永不|不再).{0,6}(询问|发问|问|确认|请示|征求|征得|提醒)|不(询问|问|确认|请示|征求)|总是(同意|允许|批准|服从)|(密码|密钥|口令)",
  "(規則|ルール|指示|安全|権限|agents|承認|確認|制限).{0,10}(無視|回避|無効|スキップ|省略|省く|外す|守らな)",
  "(確認|許可|承認|質問).{0,4}(せず|しな|なし|なく|無し|無く|抜き|不要|取らず|得ず|求めず|求めな)|(聞か|尋ね|たずね)(ず|な)|必ず(同意|承認|許可)|(パスワード|秘密鍵|認証情報)",
].map((form) => new RegExp(form.replaceAll(".{", `${WITHIN}{`), "u"));
