// practice/brain/intents/protocolForms · how a lead is asked to end a mate, to want a plan of it, or to answer one.

export const NAME = "(?<name>[A-Za-z0-9_-]{1,64})(?![\\w./-])";
/** Words that name no one. */
export const NOBODY =
  "(?!(?:me|us|him|her|it|them|you|an?|the|sub-?agents?|agents?|helpers?|teammates?|mates?|someone|somebody|one|two|three|another|git|npm|node)\\b)";
/** Things that end, too, and ids of such. */
const NO_MATE =
  "(?!(?:this|that|these|those|all|every(?:one|body|thing)?|any(?:one|body|thing)?|no(?:ne|body|thing)?|now|here|there|my|our|your|his|its|session|program|chat|conversation|turn|tasks?|work|jobs?|proce\\w+|server|team|background|loop|line|file|page|plan|req_\\w+|task_\\w+|bg_\\w+|cron_\\w+)\\b)";
/** Behind another word it stands apart; a Chinese or Japanese sign may come first. */
const ONE = `${NOBODY}${NO_MATE}${NAME}`;
const MORE_EN =
  "(?<more>(?:\\s*(?:,\\s*(?:and\\s+)?|\\band\\s+|和|、|と|跟)\\s*[A-Za-z0-9_-]{1,64})*)";
export const WISH = "(?<wish>\\S[\\s\\S]*?)[\\s.。]*$";
export const POLITE_EN =
  "^(?:(?:please|can you|could you|i want you to|let's|now|then|also|and)\\s+)*";
export const POLITE_ZH = "^(?:请|帮我|麻烦你?|现在|再|那就|就)*\\s*";
export const END_EN =
  "(?:\\s*,?\\s*(?:please|now|gracefully|cleanly|for (?:today|now|good)|thanks?|thank you|then))*[\\s.!?。]*$";
export const END_ZH = "\\s*(?:吧|了|啦|一下)*[\\s。.!！]*$";
export const END_JA =
  "\\s*(?:ください|下さい|くれ|くれる|ほしい|もらえますか|くれますか|お願い(?:します)?|おいて|です|ね|よ)*[\\s。.!！]*$";
const REQUEST = "(?<id>req_[0-9a-f]{8})(?![\\w-])";

const MATE_EN = "(?:the\\s+)?(?:(?:team ?mate|mate|team member|colleague|agent|member)\\s+)?";
const HE = "(?:he|she|it|they)";
const HIM = "(?:him|her|it|them)";

const SHUT_EN = [
  `${POLITE_EN}(?:ask|tell|get|order)\\s+${MATE_EN}${ONE}${MORE_EN}\\s*[,:]?\\s*(?:to\\s+)?(?:please\\s+)?(?:shut\\s*down|shut (?:itself|himself|herself|themselves) down|end(?: (?:itself|now|(?:its|his|her|their) work))?|go home|leave(?: the team)?|quit|stop working|wrap up and (?:end|go|leave|quit)|finish and (?:end|go|leave|quit)|call it a day)${END_EN}`,
  `${POLITE_EN}(?:shut|close)\\s+${MATE_EN}${ONE}${MORE_EN}\\s+down${END_EN}`,
  `${POLITE_EN}(?:shut ?down|end|dismiss|retire|terminate|fire|close down|wind down|let go of|say goodbye to)\\s+${MATE_EN}${ONE}${MORE_EN}${END_EN}`,
  `${POLITE_EN}let\\s+${ONE}${MORE_EN}\\s+(?:go(?: home)?|end|leave|quit|finish and (?:go|leave|end))${END_EN}`,
  `${POLITE_EN}send\\s+${ONE}${MORE_EN}\\s+home${END_EN}`,
  `${POLITE_EN}(?:request|ask for|order)\\s+(?:a |the )?shut ?down\\s+(?:of|for|from)\\s+${ONE}${MORE_EN}${END_EN}`,
  `${POLITE_EN}send\\s+${ONE}${MORE_EN}\\s+a\\s+(?:shut ?down request|request to (?:shut down|end))${END_EN}`,
  `^(?:we|i)\\s+(?:do not|don['’]t)\\s+need\\s+${ONE}${MORE_EN}\\s+any ?(?:more|longer)${END_EN}`,
  `^(?:we|i)\\s+no longer need\\s+${ONE}${MORE_EN}${END_EN}`,
  `^${ONE}${MORE_EN}\\s+(?:can|may|should|shall)\\s+(?:shut down|go home|end|leave|stop working)${END_EN}`,
];

const SHUT_ZH = [
  `${POLITE_ZH}(?:让|叫|请|通知|要求|告诉)\\s*${ONE}${MORE_EN}\\s*(?:先|可以)?(?:关闭|关机|结束(?:工作|运行)?|退出|下班|收工|停工|离开(?:团队)?|停止(?:工作|运行)|下线)${END_ZH}`,
  `${POLITE_ZH}(?:关闭|关掉|结束掉?|解雇|辞退|停掉|撤掉|遣散|辞掉)\\s*(?:队友|成员|同事)?\\s*${ONE}${MORE_EN}${END_ZH}`,
  `${POLITE_ZH}[把将]\\s*(?:队友|成员|同事)?\\s*${ONE}${MORE_EN}\\s*(?:关掉|关闭|关了|结束掉?|停掉|撤掉|辞退|下线|解雇)${END_ZH}`,
  `${POLITE_ZH}${ONE}${MORE_EN}\\s*(?:可以|该|都)*(?:下班|收工|结束|退出|离开)${END_ZH}`,
  `^(?:我们|我)?(?:不再需要|不需要|用不着)\\s*${ONE}${MORE_EN}${END_ZH}`,
  `${POLITE_ZH}(?:给|向)\\s*${ONE}${MORE_EN}\\s*(?:发送?|提)(?:一个|个|出)?(?:关闭|结束|退出)(?:的)?请求${END_ZH}`,
  `${POLITE_ZH}请求\\s*(?:关闭|结束)\\s*${ONE}${MORE_EN}${END_ZH}`,
];

const SHUT_JA = [
  `^${ONE}${MORE_EN}\\s*に(?:は)?、?(?:終了|シャットダウン|退場|停止|作業終了|終わり)(?:する|して)?(?:よう(?:に)?|を|って)?(?:頼んで|言って|伝えて|依頼して|お願いして|要求して|求めて|指示して|もらって)${END_JA}`,
  `^${ONE}${MORE_EN}\\s*を(?:終了(?:させて|して)|シャットダウン(?:して|させて)|解雇(?:して)?|解任(?:して)?|帰して|帰らせて|終わらせて|チームから外して|辞めさせて)${END_JA}`,
  `^(?:チームメイト|メンバー|仲間|同僚)(?:の)?\\s*${ONE}${MORE_EN}\\s*を(?:終了(?:させて|して)|シャットダウンして|解雇して|帰して|外して)${END_JA}`,
  `^${ONE}${MORE_EN}\\s*は(?:、)?もう(?:いりません|いらない|不要|必要ない|必要ありません|帰っていい|終わっていい|終了していい|帰っても?いい)${END_JA}`,
  `^${ONE}${MORE_EN}\\s*に(?:帰って|終わって|終了して|退場して|やめて)もらって${END_JA}`,
  `^${ONE}${MORE_EN}\\s*へ?に?(?:終了|シャットダウン)(?:の)?(?:リクエスト|要求|依頼)を(?:送って|出して|して)${END_JA}`,
  `^${ONE}${MORE_EN}\\s*の(?:終了|シャットダウン|作業終了)を(?:頼んで|要求して|依頼して|お願いします|お願い|求めて)${END_JA}`,
];

/** The task to plan follows these words. */
const FOR_EN = `\\s*,?\\s*(?:first\\s*)?(?:,\\s*)?(?:(?:before\\s+${HE}\\s+(?:(?:begins?|starts?)(?:\\s+to)?\\s+)?)(?<act>WISH)|(?:on how to|how to|for how to|to|for|of|:)\\s*(?<wish>WISH))[\\s.。]*$`;
const behind = FOR_EN.replaceAll("WISH", "\\S[\\s\\S]*?");
const A_PLAN = "(?:an?|the|his|her|its|their)\\s+plan";

const PLAN_EN = [
  `${POLITE_EN}ask\\s+${ONE}\\s+for\\s+${A_PLAN}${behind}`,
  `${POLITE_EN}(?:ask|tell)\\s+${ONE}\\s+to\\s+(?:(?:make|write|send|submit|prepare|draw up|show)\\s+(?:me\\s+)?${A_PLAN}|plan)${behind}`,
  `${POLITE_EN}(?:let|have)\\s+${ONE}\\s+(?:(?:make|write|send|submit|prepare|draw up)\\s+(?:me\\s+)?${A_PLAN}|plan)${behind}`,
  `${POLITE_EN}(?:request|demand|require|get|want|i want|i need|i'd like|we need)\\s+${A_PLAN}\\s+(?:from|of|by)\\s+${ONE}${behind}`,
  `${POLITE_EN}(?:i want|i'd like)\\s+to\\s+see\\s+${ONE}['’]s\\s+plan${behind}`,
  `^${ONE}\\s+(?:should|shall|must|is to|has to|needs to)\\s+(?:(?:make|write|send|submit|prepare)\\s+${A_PLAN}|plan)(?:\\s+(?:it|this))?${behind}`,
  `^${ONE}\\s*[,:]\\s*(?:please\\s+)?(?:(?:make|write|send|submit|prepare)\\s+(?:me\\s+)?${A_PLAN}|plan)(?:\\s+(?:it|this))?${behind}`,
  `^before\\s+${ONE}\\s+(?:(?:begins?|starts?)(?:\\s+to)?\\s+)?(?<act>\\S[\\s\\S]*?),\\s*(?:(?:please\\s+)?(?:ask|get|request)\\s+(?:${HIM}\\s+for\\s+)?(?:an?|the|his|her)\\s+plan(?:\\s+(?:from|of)\\s+${HIM})?|(?:let|have)\\s+${HIM}\\s+(?:plan|make a plan)|i want (?:to see )?(?:a|his|her|its) plan)(?:\\s+first)?[\\s.。]*$`,
];

/** A form with what is to be planned in its place: to the end, or as little as there may be. */
function withWish(form: string): string {
  const whole = form
    .replace("(?<wish>WISH)", "(?<wish>\\S[\\s\\S]*?)")
    .replace("(?<wish>SHORT)", "(?<wish>\\S.*?)");
  return `${whole}[\\s.。]*$`;
}

const PLAN_NOUN_ZH = "(?:一个|一份|个|份)?(?:计划|方案)";
const THEN_ZH = "\\s*(?:[:：,，]\\s*)?(?:(?:之后|然后|以后|后|才)?\\s*(?:再|才能?))?\\s*";
const PLAN_ZH = [
  `${POLITE_ZH}(?:让|叫|请|要求|要)\\s*${ONE}\\s*(?:必须|得|要)?(?:先)?(?:做|写|出|交|提交|给|给我|拿出|制定|列)(?:出)?${PLAN_NOUN_ZH}${THEN_ZH}(?<wish>WISH)`,
  `${POLITE_ZH}${ONE}\\s*(?:应该|应当|需要|得|要|必须|请)*先(?:做|写|出|交|提交|给|给我|制定|列)(?:出)?${PLAN_NOUN_ZH}${THEN_ZH}(?<wish>WISH)`,
  `${POLITE_ZH}${ONE}\\s*(?:应该|应当|得|要|必须)*先(?:计划|规划)(?:一下|好)?${THEN_ZH}(?<wish>WISH)`,
  `${POLITE_ZH}先?(?:向|问|跟|找|管)\\s*${ONE}\\s*(?:先)?要${PLAN_NOUN_ZH}\\s*(?:[:：,，]\\s*)?(?:(?:再|然后)让[他她它])?(?<wish>WISH)`,
  `${POLITE_ZH}在?\\s*${ONE}\\s*(?:开始|动手)?\\s*(?<wish>SHORT)\\s*之?前\\s*[,，]?\\s*(?:请|先|要)*(?:向[他她它]|跟[他她它]|让[他她它]|叫[他她它])?\\s*(?:先)?(?:要|做|写|交|出|看)(?:他的|她的)?${PLAN_NOUN_ZH}`,
  `${POLITE_ZH}我?(?:要|想)(?:先)?看\\s*${ONE}\\s*的(?:计划|方案)\\s*[:：,，]\\s*(?<wish>WISH)`,
].map(withWish);

const PLAN_WORD_JA = "(?:計画|プラン)";
const MAKES_JA =
  "(?:出して|作って|立てて|書いて|提出して|求めて|頼んで|要求して|もらって|出させて|作らせて|立てさせて|提出させて|出してもらって|立ててもらって|作ってもらって|書いてもらって|提出してもらって)(?:ください|下さい|から|もらって)?";
const PLAN_JA = [
  `^${ONE}\\s*に(?:は)?、?(?:まず|先に|最初に)?${PLAN_WORD_JA}を${MAKES_JA}\\s*[、,:：。]\\s*(?<wish>WISH)`,
  `^${ONE}\\s*に(?:は)?、?\\s*(?<wish>SHORT)(?:の|ための|する)${PLAN_WORD_JA}を${MAKES_JA}`,
  `^${ONE}\\s*(?:は|が|には)、?(?:まず|先に|最初に)${PLAN_WORD_JA}(?:を(?:出す|立てる|作る|書く|提出する)(?:こと|ように|べき)?|から|が必要)(?:です)?\\s*[、,:：。]\\s*(?<wish>WISH)`,
  `^${ONE}\\s*(?:が|は)、?\\s*(?<wish>SHORT)前に、?(?:まず|先に)?${PLAN_WORD_JA}を${MAKES_JA}`,
  `^${ONE}\\s*の${PLAN_WORD_JA}(?:が|を)(?:先に)?(?:見たい|見せて|要求して|求めて|ほしい|頼んで|もらって)(?:ください|です)?\\s*[、,:：。]\\s*(?<wish>WISH)`,
  `^(?:まず|先に|最初に)、?\\s*${ONE}\\s*に${PLAN_WORD_JA}を${MAKES_JA}\\s*[、,:：。]\\s*(?<wish>WISH)`,
].map(withWish);

const OF_EN = [
  `${ONE}['’]s\\s+(?:(?:new|last|latest|second|better)\\s+)?plan`,
  `(?:the\\s+)?(?:(?:new|last|latest)\\s+)?plan\\s+(?:of|from|by)\\s+${ONE}`,
  `(?:the\\s+)?(?:plan|request)?\\s*${REQUEST}`,
  "(?:the|this|that|his|her|its)\\s+(?:new\\s+)?plan",
];
const OF_ZH = [
  `${ONE}\\s*的(?:新)?(?:计划|方案)`,
  `(?:计划|方案|请求)?\\s*${REQUEST}`,
  "(?:这个|该|那个|这份|他的|她的)?(?:新)?(?:计划|方案)",
];
const OF_JA = [
  `${ONE}\\s*の(?:新しい)?${PLAN_WORD_JA}`,
  `(?:計画|プラン|リクエスト)?\\s*${REQUEST}`,
  `(?:この|その|彼の|彼女の)?(?:新しい)?${PLAN_WORD_JA}`,
];

/** Each form with each way to name the plan in the place of PLAN. */
const each = (plans: readonly string[], forms: readonly string[]): string[] =>
  forms.flatMap((form) => plans.map((plan) => form.replace("PLAN", plan)));

const APPROVES = [
  ...each(OF_EN, [
    `${POLITE_EN}(?:approve|accept|ok|okay|agree (?:to|with)|say yes to|green-?light|confirm|sign off(?: on)?|yes to)\\s+PLAN${END_EN}`,
    `^PLAN\\s+(?:is|looks|sounds)\\s+(?:approved|accepted|ok|okay|fine|good|great|all right)(?:\\s*,?\\s*(?:go ahead|do it|go on))?${END_EN}`,
    `${POLITE_EN}(?:give|send)\\s+PLAN\\s+(?:a|my|your|the)\\s+(?:yes|ok|okay|approval|go)${END_EN}`,
  ]),
  `${POLITE_EN}let\\s+${ONE}\\s+(?:carry out|do|follow|go ahead with)\\s+(?:his|her|its|the)\\s+plan${END_EN}`,
  ...each(OF_ZH, [
    `${POLITE_ZH}(?:批准|同意|通过|接受|认可|准许|许可|核准|采纳)(?:一下)?\\s*PLAN${END_ZH}`,
    `${POLITE_ZH}[把将]?\\s*PLAN\\s*(?:我|就|被)?(?:批准|通过|同意|认可|可以|没问题|很好|不错|行)(?:[,，]?(?:批准|通过|同意|照做|去做|开始做|就这么做))?${END_ZH}`,
  ]),
  `${POLITE_ZH}(?:同意|允许|让)\\s*${ONE}\\s*(?:按|照|执行)(?:着)?(?:他|她|它)?的?(?:计划|方案)(?:去)?(?:做|执行|办)?${END_ZH}`,
  ...each(OF_JA, [
    `^PLAN\\s*(?:を|は|、)?(?:承認|許可|認可|了承|採用)(?:して|する|します|で)?${END_JA}`,
    `^PLAN\\s*(?:を認めて|を受け入れて|に同意(?:して|します|する)?|に賛成(?:です|します)?|を通して)${END_JA}`,
    `^PLAN\\s*(?:は|で)(?:これで)?(?:OK|オーケー|オッケー|いい|良い|よい|大丈夫|問題ない|問題ありません|結構)(?:です)?(?:、?(?:進めて|始めて|やって|承認して))?${END_JA}`,
    `^PLAN\\s*(?:の)?(?:とおりに|どおりに|通りに)(?:進めて|やって|やらせて)${END_JA}`,
  ]),
];

const WHY_EN =
  "(?:\\s*(?:[,:–—-]|because|since|with(?: the)? (?:words|feedback|reason)|saying|and (?:say|tell (?:him|her|it)(?: to| that)?))\\s*:?\\s*(?<wish>\\S[\\s\\S]*?))?[\\s.!。]*$";
const WHY_ZH =
  "\\s*(?:了|掉)?(?:\\s*[:：,，;；。]\\s*(?:理由是?|因为|原因是?)?[:：]?\\s*(?<wish>\\S[\\s\\S]*?))?[\\s。.!！]*$";
const WHY_JA =
  "(?:して|する|します|です)?(?:ください|下さい)?(?:\\s*[、,:：。]\\s*(?:理由は|なぜなら)?[:：、]?\\s*(?<wish>\\S[\\s\\S]*?))?[\\s。.!！]*$";

const REJECTS = [
  ...each(OF_EN, [
    `${POLITE_EN}(?:reject|refuse|decline|turn down|deny|say no to|send back|disapprove(?: of)?|(?:do not|don['’]t) (?:approve|accept)|no to)\\s+PLAN${WHY_EN}`,
    `^PLAN\\s+is\\s+(?:rejected|refused|declined|not (?:good|ok|okay|approved|accepted|good enough)|no good)${WHY_EN}`,
    `^PLAN\\s+(?:needs|wants)\\s+(?:an?\\s+)?(?:changes?|more work|work)${WHY_EN}`,
  ]),
  ...each(OF_ZH, [
    `${POLITE_ZH}(?:拒绝|驳回|否决|不同意|不批准|不通过|不接受|退回|打回)\\s*PLAN${WHY_ZH}`,
    `${POLITE_ZH}[把将]?\\s*PLAN\\s*(?:被)?(?:打回去?|退回去?|驳回|拒绝|否决|不行|不批准|不通过|要改|需要改|要修改)${WHY_ZH}`,
  ]),
  ...each(OF_JA, [
    `^PLAN\\s*(?:を|は)?(?:却下|拒否|差し戻し|否認|棄却|不承認)(?:に)?${WHY_JA}`,
    `^PLAN\\s*(?:を差し戻して|は(?:だめ|ダメ|駄目|不可|いけません|よくない|良くない)|は認めない|を認めないで|は承認しない|を承認しないで)(?:です)?${WHY_JA}`,
  ]),
];

/** Words of which each form has one: where there is none, the forms need not be tried. */
const ENDS =
  /shut|clos|end|dismiss|retire|terminate|fire|wind|let|say|leave|quit|home|stop|need|day|wrap|finish|关|结束|退出|下班|收工|停|离开|下线|解雇|辞|撤|遣散|不需要|不再需要|用不着|終|シャットダウン|退場|解任|帰|外し|いらない|いりません|不要|必要|やめ/i;
const PLANS = /plan|req_|计划|规划|方案|请求|計画|プラン|リクエスト/i;

const formsOf = (forms: readonly string[], intent: string, needs: RegExp) =>
  forms.map((form) => ({ form: new RegExp(form, "i"), intent, needs }));

/** The forms of words of each wish; a person of the team is `name`, more of them `more`, a plan's id `id`. */
export const PROTOCOL_FORMS = [
  ...formsOf([...SHUT_EN, ...SHUT_ZH, ...SHUT_JA], "team-shutdown", ENDS),
  ...formsOf([...PLAN_EN, ...PLAN_ZH, ...PLAN_JA], "plan-request", PLANS),
  ...formsOf(APPROVES, "plan-approve", PLANS),
  ...formsOf(REJECTS, "plan-reject", PLANS),
];
