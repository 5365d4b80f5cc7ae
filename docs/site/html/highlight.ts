/** A name in front of `(`, a name that begins with a capital letter, and what else is distinguished by looking at it alone. */
const TYPESCRIPT =
  /(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?<word>\b(?:as|async|await|break|case|catch|class|const|continue|declare|default|else|export|extends|finally|for|from|function|if|implements|import|in|instanceof|interface|keyof|let|new|null|of|readonly|return|satisfies|switch|throw|true|false|try|type|typeof|undefined|while|yield)\b)|(?<type>\b[A-Z]\w*\b)|(?<call>\b[a-z_$][\w$]*(?=\())|(?<number>\b\d[\d_.]*n?\b)/g

const TOKENS: Readonly<Record<string, RegExp>> = {
  ts: TYPESCRIPT,
  tsx: TYPESCRIPT,
  js: TYPESCRIPT,
  vue: TYPESCRIPT,
  json: /(?<key>"(?:\\.|[^"\\])*"(?=\s*:))|(?<text>"(?:\\.|[^"\\])*")|(?<word>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.eE+-]*\b)/g,
  sh: /(?<comment>(?<=^|\s)#.*)|(?<text>'[^'\n]*'|"[^"\n]*")|(?<call>^[\w./-]+)|(?<key>(?<=\s)--?[\w-]+)/gm,
  yaml: /(?<comment>(?<=^|\s)#.*)|(?<text>'[^'\n]*'|"[^"\n]*")|(?<key>(?:^|(?<=[\s{,]))\$?[\w./-]+(?=:(?:\s|$)))|(?<word>\b(?:true|false|null)\b)/gm,
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Code with its parts marked: enough to be readable, in a few lines. */
export function highlight(code: string, language: string): string {
  const tokens = TOKENS[language]
  if (!tokens) return escapeHtml(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(tokens)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    html += escapeHtml(code.slice(end, match.index))
    html += `<span class="c-${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}
