import { asGenerated } from './comments.js'
import type { Declared, Program } from './program.js'
import { RUNTIME } from './sections.js'
import type { Piece, Span } from './source-module.js'
import { TYPE } from './syntax.js'

interface Edit extends Span {
  readonly text: string
}

/** What is written of a declaration: its name in the file, and the names that it is exported as. */
export interface Written {
  readonly nameOf: (declared: Declared) => string
  readonly exportsOf: (declared: Declared) => readonly string[]
}

/** The text of a piece under the names of the file, exported if it is public. */
export function renderPiece(
  program: Program,
  piece: Piece,
  { nameOf, exportsOf }: Written,
): string {
  const owners = piece.bindings.flatMap(({ name }) => program.resolve(piece.file, name) ?? [])
  const isExported = owners.some((each) => exportsOf(each).includes(nameOf(each)))
  const edits: Edit[] = piece.exportWords.map((span) => ({ ...span, text: '' }))
  for (const span of piece.bindings) {
    const declared = program.resolve(piece.file, span.name)
    if (declared && nameOf(declared) !== span.name) edits.push({ ...span, text: nameOf(declared) })
  }
  for (const reference of piece.references) {
    const { name, isShorthand, start, end } = reference
    const target = program.target(piece, reference)
    if (!target || nameOf(target) === name) continue
    const text = isShorthand ? `${name}: ${nameOf(target)}` : nameOf(target)
    edits.push({ start, end, text })
  }
  const own = withEdits(piece, edits, isExported)
  const text = piece.file.startsWith(RUNTIME) ? asGenerated(own) : own
  const lists = owners.flatMap((each) => {
    const others = exportsOf(each).filter((name) => name !== nameOf(each))
    if (others.length === 0 || each.pieces.at(-1) !== piece) return []
    const names = others.map((name) => `${nameOf(each)} as ${name}`).join(', ')
    return [`export ${each.meaning === TYPE ? 'type ' : ''}{ ${names} }`]
  })
  return [text, ...lists].join('\n\n')
}

function withEdits(
  { text, begin, exportWords }: Piece,
  edits: Edit[],
  isExported: boolean,
): string {
  const before: Edit[] = isExported
    ? (exportWords.length > 0 ? exportWords.map(({ end }) => end) : [begin]).map((at) => {
        return { start: at, end: at, text: 'export ' }
      })
    : []
  // At one place, what is taken away comes before what is put there.
  const inOrder = [...edits, ...before].sort((a, b) => a.start - b.start || a.end - b.end)
  let result = ''
  let done = 0
  for (const { start, end, text: instead } of inOrder) {
    // Equal edits of one place: a name that is bound and referred to.
    if (start < done) continue
    result += text.slice(done, start) + instead
    done = end
  }
  return (result + text.slice(done)).trim()
}
