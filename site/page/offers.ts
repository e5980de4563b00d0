// site/page/offers · what the page itself says of its panel, before that is loaded.

export interface Offers {
  open: string;
  play: string;
}

const en: Offers = { open: "▶ Run this chapter here", play: "Type these lines in the terminal" };
const ALL: Record<string, Offers> = {
  zh: { open: "▶ 在这里运行本章", play: "在终端里输入这些行" },
  ja: { open: "▶ この章をここで動かす", play: "これらの行をターミナルに入力する" },
};

/** In a language; in English for every other. */
export const offersOf = (language: string): Offers => ALL[language] ?? en;
