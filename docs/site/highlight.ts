const TOKENS: Readonly<Record<string, RegExp>> = {
  ts: /(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)|(?<text>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<word>\b(?:as|async|await|break|case|catch|class|const|declare|else|export|extends|finally|for|from|function|if|implements|import|in|instanceof|interface|let|new|null|of|return|satisfies|switch|throw|true|false|try|type|typeof|undefined|while|yield)\b)/g,
  json: /(?<text>"(?:\\.|[^"\\])*")|(?<word>\b(?:true|false|null)\b)/g,
  sh: /(?<comment>(?<=^|\s)#.*)/gm,
  yaml: /(?<comment>(?<=^|\s)#.*)/gm,
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Code with comments, texts and keywords marked; enough to read it, at the price of a few lines. */
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
