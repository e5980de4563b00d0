// practice/brain/intents/worktreeForms · how a worktree is asked for, in three languages.
import { END_EN, END_JA, END_ZH, POLITE_EN, POLITE_ZH } from "./protocolForms.ts";

const TREE = "(?:git\\s*)?(?:work[ -]?trees?|工作树|ワークツリー|作業ツリー)";
const TREE_ZH = `\\s*${TREE}\\s*`;
const OPEN = "[\"“「『`'‘]";
const CLOSE = "[\"”」』`'’]";
const NO_NAME =
  "(?!(?:for|in|on|with|named|called|to|and|at|of|from|the|an?|that|which|there|this|if|when|all|every|each|unless|after|before)\\b)";
/** A word for the tool to judge, or whatever stands in quotes. */
const NAME = `(?:${NO_NAME}(?<name>[A-Za-z0-9](?:[\\w./-]*\\w)?)(?![\\w.-])|${OPEN}(?<quoted>[^"”」』\`’]{1,100})${CLOSE})`;
const ID = "(?<id>task_\\w+)";
const SUBJECT = `(?:${OPEN}(?<subject>.{1,200}?)${CLOSE}|(?<words>[^\\s,;，、。；][^,;，、。；]{0,200}?))`;
const IT_EN = "(?<it>it|this|that|(?:this|that|the|the new)\\s+task)\\b";
const TASK_EN = `(?:${IT_EN}|(?:the\\s+)?(?:(?:new|open|pending)\\s+)?(?:task\\s+)?(?:(?:called|named)\\s+)?(?:${ID}|${SUBJECT})(?:\\s+task)?)`;
const MAKE_EN = "(?:create|make|add|set up|start|open|prepare)";
const A_EN = "(?:(?:an?|the|another|new|git|separate|own|its own)\\s+)*";
const CALLED_EN = "(?:called|named|with the name|under the name)";

const CREATE = [
  `${POLITE_EN}${MAKE_EN}\\s+${A_EN}${TREE}(?:\\s+(?:${CALLED_EN}\\s+)?${NAME})?(?:\\s*,?\\s+(?:for|bound to)\\s+${TASK_EN})?${END_EN}`,
  `${POLITE_EN}${MAKE_EN}\\s+${A_EN}${NAME}\\s+${TREE}(?:\\s+(?:for|bound to)\\s+${TASK_EN})?${END_EN}`,
  `${POLITE_EN}(?:give|make)\\s+${TASK_EN}\\s+${A_EN}${TREE}(?:\\s+of its own)?(?:\\s*,?\\s+${CALLED_EN}\\s+${NAME})?${END_EN}`,
  `${POLITE_EN}put\\s+${TASK_EN}\\s+(?:in|into)\\s+${A_EN}${TREE}(?:\\s+of its own)?(?:\\s*,?\\s+(?:${CALLED_EN}\\s+)?${NAME})?${END_EN}`,
];
/** The name behind the task, which is tried first, for the words of a task go on to the end. */
const CREATE_CALLED = [
  `${POLITE_EN}${MAKE_EN}\\s+${A_EN}${TREE}\\s+(?:for|bound to)\\s+${TASK_EN}\\s*,?\\s+(?:and\\s+(?:call|name)\\s+it|call(?:ed| it)|named?(?: it)?|with the name)\\s+${NAME}${END_EN}`,
];

const IT_ZH = "(?<it>它|(?:这|那|该)个?(?:新)?任务|新任务)";
const TASK_ZH = `(?:${IT_ZH}|(?:任务\\s*)?(?:${ID}|${SUBJECT})\\s*(?:(?:这个|这项|的)?任务)?)`;
const MAKE_ZH = "(?:创建|新建|建立?|开|添加|加|做|弄|准备)(?:好|出)?(?:一个|个|一棵|棵)?";
const OWN_ZH = "(?:单独的?|独立的?|新的?|自己的|专用的?)*";
const CALLED_ZH = "(?:名为|名叫|叫做?|名字(?:叫|是)|命名为|取名)";
const CREATE_ZH = [
  `${POLITE_ZH}(?:给|为|替)\\s*${TASK_ZH}\\s*${MAKE_ZH}${OWN_ZH}${TREE_ZH}(?:[,，]?\\s*${CALLED_ZH}?\\s*${NAME})?${END_ZH}`,
  `${POLITE_ZH}(?:给|为|替)\\s*${TASK_ZH}\\s*${MAKE_ZH}${OWN_ZH}${CALLED_ZH}?\\s*${NAME}\\s*的?${TREE_ZH}${END_ZH}`,
  `${POLITE_ZH}${MAKE_ZH}${OWN_ZH}${TREE_ZH}(?:[,，]?\\s*${CALLED_ZH}?\\s*${NAME})?(?:\\s*[,，]?\\s*(?:给|用于|用来做|绑定到?|对应|留给)\\s*${TASK_ZH}(?:用|使用)?)?${END_ZH}`,
  `${POLITE_ZH}${MAKE_ZH}${OWN_ZH}${CALLED_ZH}?\\s*${NAME}\\s*的?${TREE_ZH}(?:\\s*[,，]?\\s*(?:给|用于|用来做|绑定到?|对应|留给)\\s*${TASK_ZH}(?:用|使用)?)?${END_ZH}`,
];

const IT_JA = "(?<it>それ|これ|(?:その|この|新しい)タスク)";
const TASK_JA = `(?:${IT_JA}|(?:タスク\\s*)?(?:${ID}|${SUBJECT})\\s*(?:(?:という|の)?タスク)?)`;
const FOR_JA = "\\s*(?:のため(?:に|の)|用(?:に|の)|に(?:は|対して)?|向けに|の)、?\\s*";
const MAKE_JA = "を?、?(?:作って|作成(?:して)?|用意して|追加して|作る|切って)";
const OWN_JA = "(?:専用の|別の|新しい|独立した|個別の)*";
const CALLED_JA = "\\s*(?:という(?:名前)?の?)\\s*";
const CREATE_JA = [
  `^(?:${TASK_JA}${FOR_JA})?${OWN_JA}(?:${NAME}${CALLED_JA})${OWN_JA}${TREE}\\s*${MAKE_JA}${END_JA}`,
  `^(?:${TASK_JA}${FOR_JA})?${OWN_JA}${TREE}\\s*(?:${NAME})?\\s*${MAKE_JA}${END_JA}`,
  `^${OWN_JA}${NAME}${CALLED_JA}${TREE}\\s*を、?\\s*${TASK_JA}${FOR_JA}(?:作って|作成して|用意して|追加して)${END_JA}`,
  `^${OWN_JA}${TREE}\\s*${NAME}\\s*を、?\\s*${TASK_JA}${FOR_JA}(?:作って|作成して|用意して|追加して)${END_JA}`,
];

/** Each form with each order of the name and the word for what it names in the place of ONE. */
const named = (ways: readonly string[], forms: readonly string[]): string[] =>
  forms.flatMap((form) => ways.map((one) => form.replace("ONE", one)));

const ONE_EN = [`${A_EN}${TREE}\\s+(?:${CALLED_EN}\\s+)?${NAME}`, `${A_EN}${NAME}\\s+${TREE}`];
const ONE_ZH = [`${TREE_ZH}${NAME}`, `${NAME}\\s*(?:这个|的)?${TREE_ZH}`];
const ONE_JA = [`${TREE}\\s*(?:の\\s*)?${NAME}`, `${NAME}\\s*(?:という|の)?\\s*${TREE}`];

const REMOVE = [
  ...named(ONE_EN, [
    `${POLITE_EN}(?:remove|delete|drop|get rid of|clean up|tidy up|throw away|take away)\\s+ONE${END_EN}`,
  ]),
  ...named(ONE_ZH, [
    `${POLITE_ZH}(?:[把将]\\s*)?(?:删除|移除|删掉|去掉|拿掉|清理掉?|删)\\s*ONE${END_ZH}`,
    `${POLITE_ZH}[把将]\\s*ONE\\s*(?:删除|移除|删掉|去掉|清理掉?|删了)${END_ZH}`,
  ]),
  ...named(ONE_JA, [
    `^ONE\\s*を、?(?:削除|消して|除去|取り除いて|片付けて|片づけて|撤去)(?:して|する)?${END_JA}`,
  ]),
];

const KEEP = [
  ...named(ONE_EN, [
    `${POLITE_EN}(?:keep|retain|preserve|hold on to|leave)\\s+ONE(?:\\s+(?:as it is|alone|in place|there|around|for later))?${END_EN}`,
  ]),
  ...named(ONE_ZH, [
    `${POLITE_ZH}(?:保留|留下|留着|保存)(?:好|住)?\\s*ONE${END_ZH}`,
    `${POLITE_ZH}[把将]\\s*ONE\\s*(?:保留|留下|留着)(?:来|下来)?${END_ZH}`,
  ]),
  ...named(ONE_JA, [
    `^ONE\\s*(?:を|は)、?(?:残して|保持(?:して)?|取って|そのままに(?:して)?|維持(?:して)?|残す)${END_JA}`,
  ]),
];

/** Without a name there is nothing to be done. */
const NO_ONE = [
  `${POLITE_EN}(?:remove|delete|drop|get rid of|clean up|keep)\\s+(?:the|a|my|this|that|all(?: the)?)\\s+${TREE}${END_EN}`,
  `${POLITE_ZH}(?:删除|移除|删掉|去掉|保留|留下)(?:所有|全部|这个|那个)?的?${TREE_ZH}${END_ZH}`,
  `^(?:すべての|全部の|その|この)?${TREE}を(?:すべて|全部)?(?:削除|消して|片付けて|残して|保持)(?:して)?${END_JA}`,
];

const LIST = [
  `${POLITE_EN}(?:(?:list|show)(?: me)?\\s+(?:all\\s+)?(?:the\\s+)?${TREE}|(?:which|what)\\s+${TREE}\\s+(?:are there|are here|exist|do (?:i|we) have|are open))${END_EN}`,
  `${POLITE_ZH}(?:(?:列出|显示|看看|查看)(?:所有|全部)?的?${TREE_ZH}|(?:现在)?(?:有|都有)(?:哪些|什么)${TREE_ZH})[?？]?${END_ZH}`,
  `^(?:${TREE}(?:を|の)(?:一覧(?:を|に)?|すべて|全部)?(?:見せて|表示(?:して)?|して|教えて|列挙して)|どんな${TREE}がありますか|${TREE}は(?:何|どれ)が(?:ありますか|ある))[?？]?${END_JA}`,
];

const formsOf = (forms: readonly string[], intent: string) =>
  forms.map((form) => ({ form: new RegExp(form, "i"), intent }));

/** Every form has the word. */
export const SAYS_TREE = new RegExp(TREE, "i");

/** The forms of each wish; a worktree is `name` or `quoted`, its task `id`, `subject`, `words` or `it`. */
export const WORKTREE_FORMS = [
  ...formsOf([...CREATE_CALLED, ...CREATE, ...CREATE_ZH, ...CREATE_JA], "create-worktree"),
  ...formsOf(REMOVE, "remove-worktree"),
  ...formsOf(KEEP, "keep-worktree"),
  ...formsOf(NO_ONE, "remove-worktree"),
  ...formsOf(LIST, "list-worktrees"),
];

/** In a wish for new tasks: that each of them gets one. What is left of it is the wish for the tasks. */
export const WITH_TREE = [
  `\\s*,?\\s*(?:and\\s+)?(?:(?:give\\s+)?(?:each|both|all)(?:\\s+of them)?\\s+)?(?:with|in)?\\s*(?:an?|its own|their own)\\s+${TREE}(?:\\s+(?:of (?:its|their) own|each))?(?=\\s*(?::|$|[.!]$))`,
  `\\s*[,，]?\\s*(?:并|并且)?(?:每个|各|都|分别)+(?:任务)?(?:都|各)?(?:带|有|配|给|建|用|放在)+(?:上|好)?(?:一个|个|一棵)?${OWN_ZH}${TREE_ZH}(?:里|中)?(?=\\s*(?:[:：]|$|[。.!！]$))`,
  `[,，]\\s*(?:并且?)?(?:带|配|有)(?:上|好)?(?:一个|个|一棵)?${OWN_ZH}${TREE_ZH}(?=\\s*(?:[:：]|$|[。.!！]$))`,
  `[、,]?\\s*(?:それぞれ|各々|どちらも)(?:のタスク)?(?:に|の)?、?(?:自分の|専用の|別々の)*${TREE}\\s*を(?:付けて|つけて|用意して|持たせて|作って|与えて)(?:ください)?(?=\\s*(?:[:：。]|$))`,
  `[、,]?\\s*(?:それぞれ|各々|どちらも)(?:に)?(?:自分の|専用の|別々の)*${TREE}\\s*(?:付き|つき)で`,
].map((form) => new RegExp(form, "i"));
