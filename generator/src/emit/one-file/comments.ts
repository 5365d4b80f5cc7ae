/** How long a line of a comment may be in generated code. The runtime's own are longer. */
const WIDTH = 100

/** The comments of a piece of the runtime, as those of generated code are. */
export function asGenerated(text: string): string {
  return text
    .replaceAll(/^[^\S\n]*\/\/ biome-ignore .*\n/gm, '')
    .replaceAll(/(?:^[^\S\n]*\/\/ .*(?:\n|$))+/gm, (comment) => reflowed(comment, '// '))
    .replaceAll(/(?<=^[^\S\n]*\/\*\*\n)(?:[^\S\n]*\*(?!\/).*\n)+(?=[^\S\n]*\*\/)/gm, (comment) =>
      reflowed(comment, '* '),
    )
}

/** Breaks the paragraphs of which a line is too long. `mark` is what lines begin with. */
function reflowed(comment: string, mark: string): string {
  const [indent = ''] = /^\s*/.exec(comment) ?? []
  const lines = comment.replace(/\n$/, '').split('\n')
  const texts = lines.map((line) => line.trim().slice(mark.trim().length).replace(/^ /, ''))
  const broken = paragraphsIn(texts).flatMap((paragraph) =>
    paragraph.some((line) => line.length + indent.length + mark.length > WIDTH)
      ? wrapped(paragraph.join(' ').split(' '), WIDTH - indent.length - mark.length)
      : paragraph,
  )
  const end = comment.endsWith('\n') ? '\n' : ''
  return broken.map((line) => `${indent}${mark}${line}`.trimEnd()).join('\n') + end
}

/** Lines that belong together. Tags, lists and code begin with signs of their own. */
function paragraphsIn(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = []
  let isOpen = false
  for (const line of lines) {
    const isPlain = /^[^\s@|`*-]|^`[^`]/.test(line)
    if (isPlain && isOpen) paragraphs.at(-1)?.push(line)
    else paragraphs.push([line])
    isOpen = isPlain || line.startsWith('@') || line.startsWith('- ')
  }
  return paragraphs
}

function wrapped(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
