import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { type FormatConfig, format } from 'oxfmt'
import { type Memory, MemoryKind, NO_MEMORY } from '../memory.js'
import { breakComments } from './comment-lines.js'

/** oxfmt is a native program, which does not exist for this machine. */
export class FormatterMissing extends Error {}

export interface SyntaxFault {
  readonly line: number
  readonly message: string
}

export interface LaidOut {
  readonly code: string
  readonly faults: readonly SyntaxFault[]
}

/** How generated code is laid out. With the exact version of oxfmt, it decides every byte. */
const LAYOUT: FormatConfig & { readonly printWidth: number } = {
  printWidth: 100,
  semi: false,
  singleQuote: true,
  // Quotes are kept because they are needed: `new()` in an interface would be a construct signature.
  quoteProps: 'preserve',
  embeddedLanguageFormatting: 'off',
  sortImports: {
    newlinesBetween: false,
    groups: [
      ['builtin', 'external'],
      ['parent', 'sibling', 'index'],
    ],
  },
}

let loading: Promise<FormatterMissing | undefined> | undefined

/** Set if this machine has no formatter. Then texts stay as they are. */
let missing: FormatterMissing | undefined

/**
 * Loads the formatter, so that it can start on each text at once, in its own threads. Where it does not exist, this
 * throws, or with `mayBeMissing` returns `false`: then nothing is formatted.
 */
export async function loadFormatter(mayBeMissing = false): Promise<boolean> {
  loading ??= layOut('empty.ts', '').then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof FormatterMissing) return error
      throw error
    },
  )
  missing = await loading
  if (missing && !mayBeMissing) throw missing
  return missing === undefined
}

/**
 * The formatter starts a thread for each text, which takes ten times the size of the text in memory. More threads
 * than processors would only cost memory.
 */
const MOST_AT_ONCE = Math.min(6, Math.max(2, availableParallelism()))

let running = 0
const waiting: (() => void)[] = []

/** Formats one text, which consists of whole statements. */
export async function layOut(path: string, text: string): Promise<LaidOut> {
  if (missing) return { code: `${text.trimEnd()}\n`, faults: [] }
  if (running === MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    const { code, errors } = await format(path, text, LAYOUT)
    return { code, faults: errors.map(faultOf) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new FormatterMissing(message.split('\n')[0], { cause: error })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const PIECES = new MemoryKind<Promise<LaidOut>>()

/**
 * Formats a module that was split into pieces, as if it were one; also breaks the lines of comments. There is a turn of
 * the event loop after each piece, in which finished pieces make room for waiting ones. Without these turns, most would
 * still be waiting when all modules are known. The result is a function that awaits the text.
 */
export async function layOutPieces(
  path: string,
  pieces: Iterable<string>,
  memory: Memory = NO_MEMORY,
): Promise<() => Promise<LaidOut>> {
  const started: Promise<Piece>[] = []
  for (const piece of pieces) {
    const laidOut = memory.recall(PIECES, piece, () => withComments(path, piece))
    const lines = linesOf(piece)
    const counted = laidOut.then((done) => ({ ...done, lines }))
    // The error is thrown where the text is awaited, which is later.
    counted.catch(() => undefined)
    started.push(counted)
    await setImmediate()
  }
  // Joined as soon as possible: until then, all pieces are in memory, and then the text as well.
  const whole = Promise.all(started).then(joined)
  whole.catch(() => undefined)
  return () => whole
}

/** A piece without its text before it was formatted, which would only take memory until the end. */
interface Piece extends LaidOut {
  /** How many lines that text had. */
  readonly lines: number
}

function joined(pieces: readonly Piece[]): LaidOut {
  const faults: SyntaxFault[] = []
  let linesBefore = 0
  for (const { faults: own, lines } of pieces) {
    faults.push(...own.map(({ line, message }) => ({ line: line + linesBefore, message })))
    // There is an empty line between two of them.
    linesBefore += lines + 1
  }
  return { code: pieces.map(({ code }) => code).join('\n'), faults }
}

function linesOf(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

async function withComments(path: string, text: string): Promise<LaidOut> {
  const { code, faults } = await layOut(path, text)
  return { code: breakComments(code, LAYOUT.printWidth), faults }
}

/** The formatter reports positions after the path, in a frame: `[src/types.ts:2:3]`. */
function faultOf({ message, codeframe }: FormatterFault): SyntaxFault {
  return { line: Number(/:(\d+):\d+\]/.exec(codeframe ?? '')?.[1] ?? 1), message }
}

type FormatterFault = Awaited<ReturnType<typeof format>>['errors'][number]
