// practice/brain/fillers · words that change nothing, kinds of files, and numbers as words.

/** Words that change nothing: politeness, articles, particles. */
export const FILLER = [
  "please|pls|kindly|could|can|would|will|should|you|i|we|me|us|my|our|your|the|a|an|this|that|these|those|there|there's|for|on|at|under|is|are|was|be|been|it's|do|does|did|want|need|like|i'd|i'd like|let's|lets|let|now|just|quickly|also|too|ok|okay|hey|so|well|right|right now|currently|current|present|some|new|simple|small|short|tiny|little|brief|very|one|via|using|use|have|has|which|who|exist|exists|out|up|then|and|its|in it|if you can|if possible|for me|located|stored|inside of|own|full|whole|entire|named|called|sure|go ahead|go ahead and|am|i'm|could you|can you|would you|to me|quick|basic|hi|hello|both|first of all|plus|'s|s|after|single|afterwards|finally|next|in total|altogether|have got|got|next|please do|exactly|occurrences|occurrence|every occurrence|instances|string|phrase|saying|reading|says|does|containing|language|it|following|as follows",
  "请|请你|请帮我|帮我|帮忙|帮|麻烦|麻烦你|能不能|能否|可以|可不可以|能|一下|一个|一些|个|的|了|吧|呢|啊|呀|吗|么|都|有|是|在|我|我们|你|给|给我|把|将|并|并且|和|与|以及|还有|然后|接着|之后|再|这个|这|那个|那|该|当前|现在|目前|里|里面|中|内|下|跟|上|去|来|出|出来|想|想要|要|需要|看|就|也|又|先|名|新的|新|简单的|简单|小|短|一份|份|一段|段|其中的|其中|处|句|成|为|对|有没有|存在|的话|好|好的|行|吧|呗|完|完整|完整的|位于|之中|包含着|一|共|一起|同时|所在|处于|到底|哪|第|个的|些|这些|那些|地|得|着|下面|后|语言|以后|后来|接下来|最终|我想|我要|我想要|会|个字|字|如下|以下|下列|被",
  "を|に|は|が|の|と|で|も|へ|や|か|ね|よ|て|た|し|だ|です|ます|ました|まし|ください|下さい|くださいませ|くれ|くれる|くれますか|もらえますか|もらえる|いただけますか|いただけ|ませんか|ますか|ほしい|欲しい|したい|たい|お願い|お願いします|おねがいします|お|ちょっと|してください|して|する|します|した|しました|している|してある|あります|ありますか|ある|いる|います|あり|いて|そして|それから|その後|そのあと|次に|また|まず|今|いま|現在|現在の|この|その|あの|中|内|上|下|名|新しい|新規|簡単な|簡単|小さな|小さい|短い|私|わたし|僕|どうか|全体|一つ|ひとつ|一つの|つ|個|という|いう|って|っ|に対して|として|ように|ような|よう|だけ|から|まで|より|ので|のに|こと|もの|ん|なっ|れ|られ|せ|せて|そこ|そこに|さん|存在|存在する|ぐらい|くらい|ほど|んで|んだ|言語|では|り|い|き|行っ|なさい|ちゃって|なん|ですか|でしょうか|でしょう|ましょう|なの|後|あと|後で|あとで|た後|ちなみに|内の|中の|文|次|次の|以下|以下の|下記|下記の|とおり|通り",
];

/** Kinds of files and program languages: what they are called, and the ending of their names. */
export const KINDS: Record<string, string> = {
  py: "python|python3|py|python 3|パイソン|python code",
  js: "javascript|js|node|nodejs|node.js|java script|ジャバスクリプト",
  ts: "typescript|ts|タイプスクリプト",
  sh: "bash|shell script|shell scripts|bash script|bash scripts|sh|シェル|シェルスクリプト|脚本文件|shell 脚本|bash 脚本",
  md: "markdown|md|マークダウン",
  json: "json",
  txt: "text file|text files|txt|plain text|文本文件|テキストファイル",
  html: "html",
  css: "css",
  yaml: "yaml",
  csv: "csv",
  go: "golang",
  rs: "rust",
  java: "java",
};

export const DIGITS =
  "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty";
export const HAN =
  "零|一|二|三|四|五|六|七|八|九|十|十一|十二|十三|十四|十五|十六|十七|十八|十九|二十";
