// practice/brain/lexicon · the words the brain knows, by concept, in three languages. A word that is not here makes it decline.
import { DIGITS, FILLER, HAN, KINDS } from "./fillers.ts";
import { HARNESS } from "./harness.ts";

/** Phrases are separated by "|"; the longest that fits wins. */
const WORDS: Record<string, string[]> = {
  show: [
    "show|shows|display|list|lists|listing|give|tell|see|view|output|look at|take a look at|have a look at|look|check|check out|let me see|print out|get|enumerate|name",
    "显示|列出|列一下|列表|列举|给我看|看看|看一下|看一看|看|查看|展示|告诉|告诉我|输出|列",
    "表示|一覧|リスト|見せ|見たい|見て|見る|見|教え|列挙|リストアップ|一覧表示",
  ],
  read: [
    "read|reads|open|cat|read out|read through",
    "读取|读一下|读一读|读|阅读|打开|念",
    "読み返|読み返し|読み直し|読み込ん|読み込み|読み込む|読み取っ|読み取り|読ん|読み|読む|読め|開い|開く|開き",
  ],
  print: [
    "print|prints|printing|printed|says|say|said|outputs|echoes|logs|shows",
    "打印|打印出|输出|说",
    "出力|表示|プリント|印刷",
  ],
  explain: [
    "explain|explains|explanation|describe|description|summarise|summarize|summarises|summarizes|summary|summaries|summarising|summarizing|overview|sum up|outline",
    "做什么|干什么|有什么用|是干嘛|解释|解释一下|说明|说明一下|解说|讲解|总结|总结一下|摘要|概括|概述|概要|介绍|讲讲|讲一下|小结",
    "説明|解説|要約|まとめ|まとめて|要点|概要|サマリー",
  ],
  write: [
    "create|creates|make|write|writes|generate|save|put|add a file|new file|make a new file|code|set up|store",
    "创建|新建|建立|建|写一个|写个|写|写入|写到|写进|写上|编写|生成|保存|保存到|存到|存入|放入|放进|放到|做一个|创建一个|新建一个",
    "作成|作っ|作り|作る|作れ|書い|書く|書き|書け|書き込ん|書き込み|書き込む|保存|生成|新規作成|入れ",
  ],
  append: [
    "append|appends|add|attach|insert",
    "追加|添加|加上|加到|加入|附加|加",
    "追加|追記|付け足し|付け加え|足し|書き足し",
  ],
  replace: [
    "replace|change|substitute|swap|edit|modify|update|turn",
    "替换|替换成|替换为|换成|换为|改成|改为|改|修改|换|更改",
    "置き換え|置換|変え|変更|書き換え|差し替え|修正|編集",
  ],
  delete: [
    "delete|remove|erase|rm|get rid of",
    "删除|删掉|删了|删|移除|去掉",
    "削除|消し|消去|消す|取り除い",
  ],
  run: [
    "run|runs|execute|launch|start|running|try running|rerun",
    "运行|执行|跑一下|跑|启动|运行一下|执行一下",
    "実行|走らせ|動かし|動かす|起動",
  ],
  find: [
    "find|search|search for|look for|locate|where",
    "查找|找到|找出|找|搜索|搜|寻找|在哪里|在哪|在哪儿",
    "探し|探す|検索|見つけ|どこ",
  ],
  count: [
    "count|how many|number of|the number of|how long|total",
    "多少|几个|几行|数一下|数一数|数|统计|计算|共有|总共|一共|个数|数量|行数|词数|字数",
    "いくつ|数え|何個|何件|何本|数|カウント|合計|個数|いくら|何行|何語|何単語|行数|単語数",
  ],
  file: ["file|files", "文件|档案|个文件", "ファイル"],
  folder: [
    "folder|directory|dir|workspace|working directory|here|project folder|repository|repo|project",
    "文件夹|这个文件夹|该文件夹|当前文件夹|这个目录|该目录|目录|这里|此处|工作区|当前目录|工作目录|项目|仓库|子目录|子文件夹",
    "フォルダ|フォルダー|ディレクトリ|ディレクトリー|ここ|作業フォルダ|プロジェクト|リポジトリ",
  ],
  tree: [
    "tree|file tree|folder tree|directory tree|structure|file structure|folder structure|directory structure|project structure",
    "目录树|文件树|树|结构|目录结构|文件结构|项目结构|树形结构",
    "ツリー|構造|ディレクトリツリー|フォルダツリー|ディレクトリ構造|フォルダ構造|フォルダ構成",
  ],
  line: ["line|lines|rows", "行|几行|行数|第一行", "行|行数|何行|行目|1行目|一行目"],
  word: ["word|words|word count", "单词|词|个词|字", "単語|語|何語|単語数|ワード"],
  content: [
    "content|contents|text|contain|contains|containing|containing the text|says|hold|source|source code|everything|code of|the code|body|message",
    "内容|里面|全文|文本|文字|源码|源代码|代码|包含|写着|写了什么|写了|全部内容",
    "内容|中身|テキスト|文章|本文|全文|含|書かれ|書いてある|コード|ソース|ソースコード",
  ],
  branch: ["branch|branches", "分支", "ブランチ"],
  git: ["git|checked out|am i on|are we on|on right now", "git", "git"],
  command: ["command|shell command|shell", "命令|指令", "コマンド"],
  program: [
    "program|script|app|code|function|programme|that",
    "程序|脚本|小程序|代码|能|可以|一段|用来|它会|会",
    "プログラム|スクリプト|コード|ような",
  ],
  hello: [
    "hello world|hello, world|hello world program|greeting|greets|greet|a greeting|hello|greetings|welcome message|greets the user|greet the user|a welcome message",
    "问候|问候语|你好世界|你好|打招呼|问好|一句问候|一句问候语|招呼|欢迎语",
    "挨拶|あいさつ|ハローワールド|こんにちは",
  ],
  greet: [
    "hi|hello|hey|good morning|good evening|good afternoon|good day|how are you|hiya|hello there|hi there|greetings",
    "你好|您好|嗨|早上好|晚上好|下午好|哈喽|大家好",
    "こんにちは|こんばんは|おはよう|おはようございます|はじめまして|やあ|どうも|元気|お元気",
  ],
  thanks: [
    "thanks|thank you|thx|thanks a lot|thank you very much|cheers|many thanks|thank you so much|thanks so much|good job|well done|great job|nice work|great|nice|cool|perfect|awesome|excellent|wonderful",
    "谢谢|谢谢你|谢谢您|多谢|感谢|非常感谢|谢了|太好了|太棒了|真棒|干得好|做得好|辛苦了|很好",
    "ありがとう|ありがとうございます|ありがとうございました|助かりました|どうもありがとう|感謝|すごい|素晴らしい|サンキュー",
  ],
  bye: [
    "bye|goodbye|good bye|bye bye|bye-bye|see you|see you later|see you soon|see ya|cya|good night|that's all|that is all|i'm done",
    "再见|拜拜|拜拜啦|拜|回头见|下次见|晚安|就这些|就这样",
    "さようなら|さよなら|バイバイ|またね|また明日|じゃあね|じゃあまた|おやすみ|おやすみなさい|お疲れ様|お疲れ様でした|お疲れさまでした|以上です",
  ],
  range: [
    "numbers|number|count from|counts from|counting from|counts|integers|digits",
    "数字|整数|数|项",
    "数字|数|整数|数値|番号",
  ],
  fibonacci: [
    "fibonacci|fibonacci numbers|fibonacci sequence|fibonacci series",
    "斐波那契|斐波那契数列|斐波那契数|斐波纳契数列|数列",
    "フィボナッチ|フィボナッチ数|フィボナッチ数列|数列",
  ],
  first: [
    "first|top|beginning|start|head",
    "前|第一行|开头|最前|前面|头",
    "最初|1行目|一行目|先頭|冒頭|はじめ|頭|始め",
  ],
  last: [
    "last|bottom|end|tail|final",
    "最后|末尾|后|结尾|最后面|尾部|后面",
    "最後|末尾|終わり|おわり",
  ],
  what: [
    "what|what's|whats|which|what is|what are|what kind of|any",
    "什么|哪些|哪个|有什么|有哪些|啥|是什么|在哪个|处于哪个|哪一个|哪|怎么|是不是",
    "何|なに|どんな|どの|どれ|なん|何が|どういう|どう",
  ],
  you: ["you", "你|您", "あなた|君|きみ"],
  who: ["who|who's|whom", "谁", "誰|だれ|どなた|何者"],
  ability: [
    "able to|capable of|help me with|abilities|capabilities|you help|help",
    "能做|会做|能干|会|能力|功能|能帮|帮助|能做些|做得到",
    "できる|できます|でき|能力|機能|ヘルプ|助け|手伝え",
  ],
  model: [
    "model|ai|a real model|language model|llm|robot|bot|human|claude|gpt|assistant|real",
    "模型|机器人|人工智能|真的|大模型|真人|语言模型|助手",
    "モデル|ロボット|人間|本物|言語モデル|アシスタント",
  ],
  introduce: [
    "introduce|introduce yourself|yourself|your name|about yourself",
    "自我介绍|介绍一下自己|介绍自己|自己|名字|叫什么",
    "自己紹介|名前",
  ],
  tools: ["tool|tools|your tools", "工具", "ツール|道具"],
  about: [
    "about|do|mean|purpose|work|works|doing",
    "关于|作用|做|用途|意思|讲|怎么",
    "について|働き|役割|意味|する|します|目的",
  ],
  it: [
    "it|them|that file|this file|both|both files|the result of it|they|its",
    "它|它们|其|该文件|这个文件|那个文件|此文件|两者|他们|这些文件|该程序|这个程序",
    "それ|これ|それら|そのファイル|このファイル|その|両方",
  ],
  result: [
    "result|results|report|report back|output|outcome|what it prints|what it says|what happens|what you see|what happened|outputs",
    "结果|报告|汇报|输出|输出结果|运行结果|显示什么",
    "結果|報告|出力|出力結果|実行結果",
  ],
  all: [
    "all|every|each|all of|all the|any",
    "所有|全部|每个|一切|所有的|全",
    "すべて|全て|全部|全|ぜんぶ|あらゆる",
  ],
  recursive: [
    "recursively|including subfolders|subfolders|subdirectories|and subfolders|anywhere",
    "递归|递归地|包括子目录|包括子文件夹",
    "再帰的|サブフォルダ|サブディレクトリ|配下",
  ],
  extension: [
    "ending in|ending with|end in|end with|with extension|extension|with the extension|matching|match|pattern|that match|of type|type",
    "扩展名|后缀|结尾|匹配|类型|模式|以",
    "拡張子|で終わる|一致|マッチ|パターン|種類",
  ],
  named: [
    "named|called|name|with the name|titled|by the name of",
    "名为|叫|叫做|名叫|名字|名称|命名为|名字叫|名称为|名字为|取名",
    "という名前|という|名前|といった|名",
  ],
  text: [
    "text|content|line|phrase|string|message",
    "内容|文字|文本|字样|单词",
    "内容|テキスト|文字|文字列|行|文",
  ],
  with: ["with|as|by", "用|以|使用|为|是|通过", "で|使っ|使い|使用|用い"],
  to: ["to|into|in|onto|in to|through|until|up to|till", "到|至|进|里|中|向", "に|へ|まで|中に"],
  from: ["from|of|between|inside|within", "从|自|在", "から|の"],
  exist: [
    "exist|exists|is there|are there|there is|available|do you know",
    "存在|有没有|有|可用|可以用|能用",
    "存在|ありますか|ある|あります|使える|使えます|利用できる",
  ],
  empty: ["empty|blank", "空|空的|空白|空白的", "空|空の|からの"],
  back: ["back|again|once more", "回|回来|再次|再|出来|一遍|一次|重新", "もう一度|再度|直し|戻し"],
};

/** Concepts of each phrase; a phrase may have several, e.g. 数 is a count and a number. */
export const LEXICON: ReadonlyMap<string, readonly string[]> = buildLexicon();

export const LONGEST_PHRASE = Math.max(...[...LEXICON.keys()].map((phrase) => phrase.length));

function buildLexicon(): Map<string, string[]> {
  const lexicon = new Map<string, string[]>();
  const add = (phrases: string, concept: string) => {
    for (const phrase of phrases.split("|"))
      lexicon.set(phrase, [...(lexicon.get(phrase) ?? []), concept]);
  };
  for (const [concept, languages] of Object.entries({ ...WORDS, ...HARNESS }))
    for (const words of languages) add(words, concept);
  for (const words of FILLER) add(words, "filler");
  for (const [ending, words] of Object.entries(KINDS)) add(words, `kind:${ending}`);
  for (const names of [DIGITS, HAN])
    names.split("|").forEach((name, value) => void add(name, `number:${value}`));
  add("两", "number:2");
  return lexicon;
}
