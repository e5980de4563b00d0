// practice/brain/intents/chat · what newcomers ask the program itself: what it is, how to leave, what they asked.
import type { Plan } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { type Asked, matches } from "./asked.ts";
import { howToLeave, whoIAm } from "./talk.ts";

interface Topic {
  rule: string;
  forms: string[];
  say(asked: Asked): string;
}

const TOPICS: Topic[] = [
  {
    rule: "identity",
    forms: [
      "what(?:'s| is) (?:this|this (?:thing|place|program|tool|all about)|going on here)",
      "where am i|我(?:现在)?在(?:哪里?|哪儿|什么地方)|(?:/|please )?help(?: me)?|(?:how do i )?get(?:ting)? started|start",
      "how (?:do|can|should) i (?:use (?:this|it|you)|start|begin)(?: (?:this|here|program|tool))?|how (?:does|do) (?:this|it|you) work",
      "what (?:should|can|do|could) i (?:do|type|say|try|write)(?: (?:here|now|first|next))?",
      "(?:what|which) (?:commands|requests) (?:are there|can i (?:type|use)|do you (?:know|have|understand))",
      "are you (?:really )?(?:an? )?(?:real |human|person|chat ?gpt|gpt[-\\w.]*|gemini|copilot|online|there)(?:ai|person|human|model)?|who (?:made|built|created|wrote) you",
      "(?:你)?(?:这(?:里)?|它|这个)?是(?:什么|啥)(?:地方|东西|程序|软件|工具)?|这是干(?:什么|嘛|啥)(?:用)?的",
      "(?:这个|这|你|我)?(?:要|该|应该)?(?:怎么|如何|怎样)(?:使?用|开始|工作)(?:这个|它|你|的)?(?:呢)?|(?:这个)?(?:怎么)?(?:使用方法|用法)(?:是什么)?",
      "我(?:现在)?(?:可以|能|该|应该)(?:做|问|输入|说)(?:些)?(?:什么|啥)|(?:有|支持)(?:哪些|什么)(?:命令|指令|请求)",
      "你是(?:真的)?(?:chat ?gpt|gpt[-\\w.]*|gemini|真人|人|机器人|ai)(?:吗)?|(?:/|请)?帮(?:帮|助)我?",
      "(?:これ|ここ)(?:は|って)?(?:何|なに|どこ)(?:です|なんです|なの)?か?",
      "(?:これは?|あなたは?)?(?:使い方|使用方法)(?:は|を教えて(?:ください)?)?|(?:これは?)?どう(?:やって)?(?:使う|使い|始め|動く|動き)(?:の|のですか|ますか|ればいいですか)?",
      "(?:まず|最初に)?(?:何|なに)を(?:すれば|したら|入力すれば|聞けば)(?:いい|よい)(?:の|ですか|のですか)?|どんな(?:コマンド|依頼)が(?:あり|使え)ますか",
      "(?:あなた|君)は(?:chat ?gpt|gpt[-\\w.]*|gemini|人間|ai)(?:です|なんです)?か?|(?:誰|だれ)が(?:あなたを)?作(?:った|り)(?:の|のですか|ました)?か?|助けて(?:ください)?",
    ],
    say: ({ language, offer }) => whoIAm(language, offer),
  },
  {
    rule: "leave",
    forms: [
      "how (?:do|can) i (?:leave|quit|exit|get out|stop|close|end)(?: (?:this|it|here|of here|of this|the (?:program|agent|session)))?",
      "exit|quit|leave|stop|:q!?|q|i want to (?:leave|quit|exit|stop)",
      "(?:我)?(?:要|想)?(?:怎么|怎样|如何)?(?:才能)?(?:退出|离开|结束|关闭|停止)(?:这里|程序|会话|呢)?|停",
      "(?:どう(?:やって|すれば))?(?:終了|退出)(?:(?:できます|します|する)(?:か|の)?|するには(?:どうすればいいですか)?|したい(?:です)?|方法(?:は|を教えて(?:ください)?)?)?",
      "(?:どう(?:やって|すれば|したら))?(?:終わ(?:る|り|れ)|やめ(?:る|られ)?|止め(?:る|られ)?|抜け(?:る|られ)?)(?:の|ますか|たい(?:です)?|んですか|のですか|には|には?どうすればいいですか)?",
    ],
    say: ({ language }) => howToLeave(language),
  },
  {
    rule: "acknowledged",
    forms: [
      "(?:ok(?:ay)?|yes|yep|yeah|no|nope|sure|fine|all ?right|got it|i see|never ?mind|nothing|right)(?:,? (?:ok(?:ay)?|fine|then|good|great|thanks?(?: you)?))*",
      "(?:好的?|嗯+|行|可以|知道了|明白了?|懂了|没事了?|不用了?|了解|是的?|不|不是|算了)(?:[,，]?(?:好的?|谢谢))*吧?",
      "はい|いいえ|いや|ええ|うん|オーケー|分かりました|わかりました|なるほど|大丈夫(?:です)?|結構です|何でもない(?:です)?|了解(?:です|しました)",
    ],
    say: ({ language }) =>
      pick(
        language,
        'All right; I did nothing. Type a request, for example: "What files are here?"',
        "好的，我什么也没做。请输入一个请求，例如：“这里有哪些文件？”",
        "わかりました。何もしていません。プロンプトを入力してください。例：「ここにはどんなファイルがありますか？」",
      ),
  },
  {
    rule: "just-asked",
    forms: [
      "what (?:did|have) i (?:just |last )?(?:ask(?:ed)?|sa(?:y|id)|typed?)(?: you)?(?: just now| before)?",
      "what was my (?:last|previous) (?:question|request|prompt)",
      "我(?:刚才|刚刚|上一次|之前)(?:都)?(?:问|说)(?:了|过|的)?(?:是)?(?:什么|啥)",
      "(?:さっき|今|先ほど)(?:私[はが])?(?:何|なに)(?:を|と|て|って)?(?:聞き|頼み|言い|尋ね|質問し)ました(?:か|っけ)|(?:さっき|先ほど)の(?:質問|依頼)は(?:何(?:です|でした)か?)?",
    ],
    say: lastRequest,
  },
];

/** An answer to a question about the program or the talk itself; undefined for every other request. */
export function chat(asked: Asked): Plan | undefined {
  const topic = TOPICS.find(({ forms }) => matches(asked.words, ...forms) !== null);
  return topic && { kind: "talk", rule: topic.rule, text: topic.say(asked) };
}

function lastRequest({ language, earlier }: Asked): string {
  const last = earlier.at(-1)?.request;
  if (last === undefined)
    return pick(
      language,
      "This is your first request in the conversation I was given.",
      "在给我的对话里，这是你的第一个请求。",
      "渡された会話では、これが最初のプロンプトです。",
    );
  const before = pick(language, "Your last request:", "你的上一个请求：", "直前のプロンプト：");
  return before + quoted(language, last);
}
