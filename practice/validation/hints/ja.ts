// practice/validation/hints/ja · what to do about each broken rule, in Japanese.

/** By the rule's id. */
export const ja: Readonly<Record<string, string>> = {
  "key-required":
    "キーを送ってください。内容は何でもかまいません：x-api-key: practice または Authorization: Bearer practice。",
  "key-empty": "x-api-key ヘッダーが空です。元の変数が設定されていないのでしょう。",
  "bearer-token": "authorization ヘッダーは「Bearer」、空白、キーの順に書きます。",
  "version-required":
    "どのリクエストにも API の版が要ります：anthropic-version: 2023-06-01 か 2026-10-21。",
  "version-unknown": "版は 2023-06-01 と 2026-10-21 です。モデルではなく API の日付です。",
  "content-type": "本文は JSON なので content-type: application/json と書きます。",
  "body-too-large": "リクエストは 32 MB までです。大きなファイルは参照で送るか、履歴を短くします。",
  "body-not-json": "本文が途中で切れたか手で組み立てられています。JSON.stringify に任せましょう。",
  "body-depth":
    "オブジェクトと配列の入れ子は 1,024 段までです。本文の一部をその中に繰り返し入れていませんか。",
  "prompt-too-long": "会話が収まりません。古いメッセージを削るか要約して送り直します。",
  "prompt-and-reply-too-long":
    "このモデルでは入力と max_tokens がコンテキストウィンドウを分け合います。どちらかを短くします。",
  "not-found":
    "使える口は POST /v1/messages、POST /v1/messages/count_tokens、GET /v1/models です。ベース URL に /v1 が重なっていませんか。",
  "body-type": "本文は model、max_tokens、messages を持つ一つの JSON オブジェクトです。",
  "thread-unsupported":
    "メッセージスレッドはありません。SDK の tool runner は自動で切り替えます。thread: false も使えます。",
  "unknown-field":
    "API は知らない項目を拒みます。つづりを確かめるか、消すか、必要な anthropic-beta を送ります（temperature、top_p、top_k は 2026-10-21 からありません）。",
  "field-required":
    "model、messages、max_tokens が必要です。値が undefined で JSON から消えていませんか。",
  "field-type": "項目はありますが型が違います。環境変数の文字列を数値の所に入れていませんか。",
  "nested-unknown-field": "この中に知らない項目があります。つづりを確かめるか消します。",
  "not-a-choice": "メッセージにある値から一つ選びます。",
  "max-tokens-negative": "max_tokens は受け取る最長の応答です。引きすぎていませんか。",
  "thinking-type":
    "thinking.type は enabled、adaptive、between_tools、disabled で、モデルによります。",
  "thinking-unknown-field":
    "budget_tokens は enabled のときだけです。ほかの項目には beta ヘッダーが要ることがあります。",
  "user-id-type": "metadata.user_id は文字列です。",
  "stop-sequence-blank": "空白だけの停止列はほぼすべての応答を止めます。外しましょう。",
  "output-format": 'output_config.format は { type: "json_schema", schema } です。',
  "system-type": "system は文字列か、テキストブロックの並びです。",
  "system-block": "system に置けるのはテキストだけです。画像や文書は user のメッセージへ。",
  "system-unknown-field": "system のブロックは type、text、cache_control だけです。",
  "system-cached-empty-text":
    "空のテキストには貯めるものがありません。文のあるブロックに印を付けます。",
  "system-empty-text": "空のブロックを送らず、system を省きます。",
  "messages-empty": "user のメッセージを一つ入れて始めます。",
  "messages-too-many": "メッセージは十万件までです。古いものを要約します。",
  "message-type":
    "各メッセージは role と content を持つオブジェクトです。文字列が混じっていませんか。",
  "message-field-required": "各メッセージに role と content が要ります。",
  "message-role":
    "role は user か assistant です。ツールの結果は user に、システム指示は system に入れます。",
  "message-unknown-field": "メッセージに独自の項目（番号や時刻）があります。送る前に取り除きます。",
  "message-content-type": "content は文字列かブロックの並びです。",
  "message-empty": "履歴に空のメッセージがあります。内容のない応答は足しません。",
  "block-type":
    "その種類のブロックはありません。OpenAI とは名前が違います：text、image、tool_use、tool_result。",
  "block-field-required": "このブロックには必要な項目が欠けています。",
  "block-unknown-field":
    "ブロックは受け取ったまま返し、独自の項目を足しません（thinking に cache_control は付けられません）。",
  "block-field-type":
    "ブロックの項目の型が違います。たとえば text は文字列です。null や数値は先に変換します。",
  "cached-empty-text": "空のテキストには貯めるものがありません。文のあるブロックに印を付けます。",
  "text-empty": "空のテキストブロックです。外すか「(no output)」のように書きます。",
  "text-blank": "空白だけの文です。Enter だけが押されたのかもしれません。送らないようにします。",
  "tool-use-input":
    "input は JSON 文字列でなく解析したオブジェクトです。引数がなければ {} を送ります。",
  "tool-use-name": "ツール名は英数字と _ と - で、128 文字まで（文書では 64）です。",
  "block-id": "id は英数字と _ と - です。受け取ったまま返します。",
  "tool-result-content-type":
    "ツールの結果は文字列かブロックの並びです。ほかの値は文字列にします。",
  "tool-result-content": "ツールの結果に入るのは文、画像、文書です。ほかは文字列にします。",
  "block-in-user": "このブロックはモデルだけのものです。メッセージの role が違います。",
  "block-in-assistant": "ツールの結果はあなたが送るものです。user のメッセージに入れます。",
  "tool-type":
    'ツールは name、description、input_schema を並べます。OpenAI の "function" には入れません。',
  "tool-field-required": "引数がなくても name と input_schema は必要です。",
  "tool-unknown-field":
    "ツールは name、description、input_schema です。parameters ではなく、実行関数は送りません。",
  "tool-name": "ツール名は英数字と _ と - です。点や斜線や空白は置き換えます。",
  "tool-description": "description は文字列です。",
  "tool-schema-type":
    "input_schema は JSON schema のオブジェクトです。zod のスキーマをそのまま渡していませんか。",
  "tool-schema-root": "選択肢は項目の下に置きます。input_schema の最上位はただの object です。",
  "tool-schema-no-type": 'input_schema の最上位に type: "object" を書きます。',
  "tool-schema-object": "ツールが受け取るのは一つの object です。値を項目に包みます。",
  "tool-schema-invalid": 'スキーマに JSON Schema にない値があります（例：type: "text"）。',
  "tool-unique": "同じ名前のツールが二つあります。名前を縮めた結果かもしれません。",
  "tools-required":
    "履歴にツール呼び出しがあるので、最後のプロンプトや要約でも tools を毎回送ります。",
  "tool-choice-type": "tool_choice.type は auto、any、tool、none です。",
  "tool-choice-unknown-field": "name は type tool のときだけです。",
  "tool-choice-without-tools": "ツールを渡さないときは tool_choice を省きます。",
  "tool-choice-unknown-tool": "指定したツールがこのリクエストの tools にありません。",
  "tool-choice-forced":
    "このモデルにツールを強制できません。指示で頼み、JSON には output_config.format を使います。",
  "first-role": "履歴がモデルの発言で始まっています。最初の user が消えています。",
  "system-first": "最初の指示は messages でなく system に入れます。",
  "system-empty": "system のメッセージにはブロックが一つ以上要ります。",
  "system-follows": "system のメッセージは user（とその結果）の直後に置きます。",
  "system-precedes": "system の後はモデルか終わりです。user のメッセージを前に移します。",
  "system-blocks": "system のメッセージに入るのは文だけです。",
  "tool-use-unique":
    "同じ呼び出しが履歴に二つあります。応答を二度足したか、古い会話をつないだのでしょう。",
  "tool-result-single": "一つの呼び出しに結果が二つあります。id ごとに一つ送ります。",
  "tool-result-late":
    "ツールの結果より先に何か（注意書きなど）を送りました。呼び出しの次のメッセージでは結果が先頭です。",
  "tool-use-unanswered":
    "結果のない呼び出しがあります。拒否、失敗、中断も含め、次のメッセージですべてに答えます。",
  "tool-result-orphan":
    "この結果に対する呼び出しが直前にありません。履歴から消えたか、id が違います。",
  "model-unknown": "このサーバーが知るのは practice-1 と GET /v1/models にあるものです。",
  "max-tokens-too-many": "一度の応答の上限を超えないようにします。",
  "max-tokens-zero":
    "max_tokens 0 はキャッシュの準備だけです。ストリーム、予算、書式、強制とは併用できません。",
  prefill: "最後がモデルの発言です。user のメッセージか結果を足してから尋ねます。",
  "prefill-space": "書き出しの末尾の空白を削ります。",
  "system-unsupported": "このモデルの指示は system だけです。注意書きは user に入れます。",
  "document-in-assistant": "文書は user のメッセージに入れます。",
  "citations-in-user": "引用はモデルの文に付くものです。自分の文からは外します。",
  "thinking-no-enabled":
    "このモデルは考える量を自分で決めます。予算をやめ adaptive と output_config.effort を使います。",
  "thinking-no-adaptive": "このモデルは予算で考えます。enabled と budget_tokens を使います。",
  "thinking-no-disabled":
    "このモデルの思考は切れません。項目を外し effort を下げます（Sonnet 5.5 には between_tools）。",
  "thinking-no-between-tools": "between_tools は Sonnet 5.5 だけです。",
  "thinking-disabled-effort": "思考なしなら effort は high までです。",
  "thinking-budget-required": "enabled には budget_tokens が要ります。",
  "thinking-budget-type": "budget_tokens は整数です。",
  "thinking-budget-small": "予算は 1024 トークン以上です。",
  "thinking-budget-large": "予算は max_tokens に含まれます。max_tokens を大きくします。",
  "thinking-first": "thinking を落としています。モデルのメッセージを thinking から丸ごと返します。",
  "thinking-changed": "thinking が変わっています（切り詰めや翻訳など）。そのまま返します。",
  "thinking-signature":
    "署名がこのモデルのものではありません。ブロックと共に保ち、モデルを変えるなら thinking を外します。",
  "body-surrogate":
    "絵文字の途中で切れた文字列があります。[...text] のように文字単位で切るか、toWellFormed() を使います。",
  "models-limit": "モデルの 1 ページは 1 から 1000 件です。",
  "sampling-range": "temperature と top_p は 0 から 1 までの数です。",
  "sampling-unsupported":
    "このモデルはサンプリングの指定を受け付けません。取り除いて、どの程度の多様さが欲しいかをプロンプトに書きます。",
  "sampling-both": "temperature と top_p は片方だけを送ります。",
  "sampling-thinking-temperature": "思考を使うときは temperature を送りません。",
  "sampling-thinking-top-k": "思考を使うときは top_k を送りません。",
  "effort-unsupported":
    "このモデルに effort の設定はありません。output_config.effort は対応するモデルにだけ送ります。",
  "effort-level": "受け付ける effort の段階はモデルごとに違います。RULES.md に一覧があります。",
  "thinking-forced-tool":
    "ツールを強制すると考える余地がありません。tool_choice を auto にするか、思考を外します。",
  "thinking-prefill":
    "思考を使うときは応答の出だしを書けません。user のメッセージで終えるか、思考を外します。",
  "thinking-redacted":
    "redacted_thinking を作れるのはモデルだけです。同じモデルにそのまま送り返します。",
  "tool-schema-keys": "ツールのプロパティ名は英数字、ドット、ハイフン、下線で 64 文字までです。",
  "source-type": "画像は base64、url、file のどれかです。文書は text と content も使えます。",
  "source-field-required":
    "base64 には media_type と data、url には url、file には file_id が要ります。",
  "source-media-type":
    "API が読めるのは JPEG、PNG、GIF、WebP、PDF です。ほかの形式は先に変換します。",
  "source-base64": "data は base64 だけです。data: の接頭辞や改行は付けません。",
  "image-invalid": "API が読める画像ではありません。空のファイルかテキストではありませんか。",
  "image-media-type": "media_type はファイル名ではなく、画像の先頭のバイトから決めます。",
  "strict-schema-open":
    "厳密なスキーマでは、入れ子も含めすべてのオブジェクトに additionalProperties: false を書きます。",
  "strict-schema-additional":
    "厳密なスキーマに開いたオブジェクトは使えません。プロパティを列挙するか、名前と値の配列にします。",
  "strict-schema-words":
    "厳密なスキーマに範囲は書けません。description に書き、値は自分で確かめます。",
  "strict-schema-min-items":
    "厳密なスキーマの minItems は 0 か 1 です。それより長いリストは自分で確かめます。",
  "tool-result-is-error": "is_error は true か false です。問題がなければ省けます。",
  "server-tool-use-name":
    "server_tool_use は API 自身のツールのブロックです。届いたまま送り返し、自作のツールには tool_use を使います。",
  "tool-result-field-required":
    "ツールの結果の中のブロックに必要な項目が欠けています。内容が文字列なら要りません。",
  "tool-result-field-type": "ツールの結果の中のブロックに型の違う項目があります。先に変換します。",
  "tool-server-field-required":
    "API 自身のこのツールには設定がもう一つ必要です（画面の大きさなど）。名前はメッセージにあります。",
  "tool-field-type": "ツールの設定の型が違います。省けば既定の値になります。",
  "tool-choice-name-required":
    'type が "tool" の tool_choice にはツールの名前が要ります。name を足すか、type を "any" にします。',
  "tool-choice-field-type":
    "tool_choice の name は文字列、disable_parallel_tool_use は true か false です。",
  "system-field-type":
    "システムプロンプトのブロックでは text は文字列、citations は配列です。先に変換します。",
  "nested-field-type": "この中に型の違う項目があります。使わないなら省きます。",
  "source-field-type": "source の項目の型が違います。data、url、file_id は文字列です。",
  "tool-server-name":
    "API 自身のツールは名前が決まっています。別のツールには別の type を使います。",
  "tools-deferred":
    "検索ツールなど、少なくとも 1 つは最初から読み込みます。そこには defer_loading を付けません。",
  "cache-mark": '印は { type: "ephemeral" } で、ttl は "5m" か "1h" です。',
  "cache-count":
    "キャッシュブレークポイントは四つまでです。毎回足さず、最後の一つを会話と共に動かします。",
  "cache-automatic-ttl": "最後のブロックに別の ttl の印があります。どちらか一つにします。",
  "cache-order": "一時間の印は五分の印より前に置きます。",
  "tool-name-long": "文書にある 64 文字より長いツール名があります。ほかの口では拒まれます。",
  "cache-nothing":
    "印までの長さがこのモデルの下限に届かず、何も貯まりません。エラーではありません。",
  "fault-header": "x-practice-fault はわざと壊すためのものです。直すか外します。",
};
