/** Comments, and literals that could be mistaken for one. */
const TOKENS =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/\/.*|\/\*\*[\s\S]*?\*\//g

/**
 * Breaks the lines of doc comments, which the formatter does not. Runs after it, because the indentation of a
 * comment is only known then.
 */
export function breakComments(code: string, width: number): string {
  if (!hasLongComment(code, width)) return code
  return code.replace(TOKENS, (token: string, offset: number) => {
    if (!token.startsWith('/**')) return token
    const indent = offset - (code.lastIndexOf('\n', offset) + 1)
    const tooLong = token
      .split('\n')
      .some((line, index) => line.length + (index === 0 ? indent : 0) > width)
    return tooLong ? broken(token, indent, width) : token
  })
}

/** Whether a line that is too long may belong to a comment. Most code has none, so the search can be skipped. */
function hasLongComment(code: string, width: number): boolean {
  for (let start = 0, end = 0; end >= 0 && start < code.length; start = end + 1) {
    end = code.indexOf('\n', start)
    const stop = end < 0 ? code.length : end
    if (stop - start <= width) continue
    const line = code.slice(start, stop)
    if (/^\s*\*/.test(line) || line.includes('/**')) return true
  }
  return false
}

function broken(comment: string, indent: number, width: number): string {
  const pad = ' '.repeat(indent)
  const room = width - indent - ' * '.length
  const text = comment.slice('/**'.length, -'*/'.length).trim()
  const isOne = !text.includes('\n')
  const lines = text
    .split('\n')
    .map((line) => (isOne ? line : line.replace(/^ *\* ?/, '')))
    .flatMap((line) => wrapped(line.trimEnd(), room))
  return `/**\n${lines.map((line) => `${pad} * ${line}`.trimEnd()).join('\n')}\n${pad} */`
}

/** Breaks at spaces only; the lines of a list or a code block keep their indentation. */
function wrapped(line: string, width: number): string[] {
  if (line.length <= width) return [line]
  const margin = /^\s*(?:[-*]\s+)?/.exec(line)?.[0].length ?? 0
  const lines: string[] = []
  let current = line.slice(0, margin)
  let isBlank = current.trim() === ''
  for (const word of line.slice(margin).split(/\s+/)) {
    const joined = isBlank || current.length === margin ? current + word : `${current} ${word}`
    if (joined.length > width && !isBlank) {
      lines.push(current.trimEnd())
      current = ' '.repeat(margin) + word
    } else {
      current = joined
    }
    isBlank &&= word === ''
  }
  return [...lines, current]
}
