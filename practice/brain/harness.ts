// practice/brain/harness · the words for what is around a model: subagents, skills, the conversation itself.

/** As in lexicon.ts. */
export const HARNESS: Record<string, string[]> = {
  subagent: [
    "subagent|subagents|sub-agent|sub-agents|sub agent|sub agents",
    "子代理|子 agent|子agent|子智能体",
    "サブエージェント|子エージェント",
  ],
  delegate: ["delegate", "委托", "任せ"],
  skill: ["skill|skills", "技能", "スキル"],
  load: [
    "load|loads|apply|follow|activate",
    "加载|载入|调用|启用|应用|按照|遵循",
    "ロード|適用|従っ|読み込ん|読み込み",
  ],
  review: ["review|inspect|go over", "审查|评审|审阅|检查|复查", "レビュー|点検|チェック"],
  compact: ["compact|compress|condense", "压缩|精简", "圧縮|コンパクト"],
  mention: [
    "mention|mentions|mentioned|mentioning|appear|appears|occur|occurs|used|written|contains|contain|grep",
    "提到|提及|出现|出现过|写到|写着|包含|含|用到",
    "言及|場所|箇所|出てくる|出てく|出てき|出て|現れ|含まれ|含まれる|含まれている|書かれている|使われている|含む|使われ|書かれ|書いてある|書いてあ|触れ|触れて|触れている|含んで|登場",
  ],
  move: [
    "rename|move|mv",
    "重命名|重命名为|改名|改名为|改名成|更名|更名为|移动|移动到|移到|挪到|移至",
    "名前変更|名前を変更|名前を変え|リネーム|移動|移し|移す|改名",
  ],
  copy: [
    "copy|cp|duplicate",
    "复制|复制到|复制为|复制成|拷贝|拷贝到|拷贝为|复制一份|备份",
    "コピー|複製|複写",
  ],
  history: [
    "conversation|history|chat|context|conversation history|conversation so far|chat history|history so far",
    "对话|会话|历史|历史记录|对话历史|会话历史|聊天记录|上下文|到目前为止|至今",
    "会話|履歴|やり取り|やりとり|コンテキスト|対話|これまで|今まで|ここまで",
  ],
};
