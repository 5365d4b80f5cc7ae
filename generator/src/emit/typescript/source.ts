import { compileText, type ModuleFault } from './compiler.js'
import { knownStatement } from './known/statements.js'

/** What a generated module offers, and whether it parses at all. */
export interface ParsedModule {
  readonly types: readonly string[]
  readonly values: readonly string[]
  readonly faults: readonly ModuleFault[]
}

/**
 * Reads generated text back. Text that does not parse is our own fault and must never be written;
 * what a module exports is taken from what stands there, so that an index cannot disagree with it.
 * Most of it has forms that are told without the compiler, which is left with what remains.
 */
export function readModule(path: string, text: string): ParsedModule {
  const types = new Set<string>()
  const values = new Set<string>()
  const faults: ModuleFault[] = []
  const left = withoutKnown(text, types, values)
  let start = 0
  for (const piece of piecesOf(left)) {
    if (piece.trim() !== '') {
      const found = compileText(path, piece)
      for (const name of found.types) types.add(name)
      for (const name of found.values) values.add(name)
      const lines = lineEnds(left, 0, start)
      for (const { message, line } of found.faults) faults.push({ message, line: line + lines })
    }
    start += piece.length
  }
  return { types: [...types], values: [...values], faults }
}

/** The text without the statements that are known to parse. Their lines stay, so that others keep theirs. */
function withoutKnown(text: string, types: Set<string>, values: Set<string>): string {
  let left = ''
  let at = 0
  while (at < text.length) {
    const known = knownStatement(text, at)
    if (known?.type !== undefined) types.add(known.type)
    if (known?.value !== undefined) values.add(known.value)
    const end = known?.end ?? endOfStatement(text, at) ?? text.length
    left += known ? '\n'.repeat(lineEnds(text, at, end)) : text.slice(at, end)
    at = end
  }
  return left
}

function lineEnds(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1))
    count += 1
  return count
}

/**
 * A blank line, and something other than space behind it, is where our statements begin, and nothing
 * else of ours.
 */
function endOfStatement(text: string, from: number): number | undefined {
  const boundary = /\n\n(?=[a-z/])/g
  boundary.lastIndex = from
  const found = boundary.exec(text)
  return found ? found.index + 2 : undefined
}

/** A syntax tree takes forty times as much memory as its text. */
const PIECE = 250_000

/** Text in pieces of whole statements, each parsed and forgotten before the next. */
function* piecesOf(text: string): Generator<string> {
  let start = 0
  while (text.length - start > PIECE) {
    const end = endOfStatement(text, start + PIECE)
    if (end === undefined) break
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}
