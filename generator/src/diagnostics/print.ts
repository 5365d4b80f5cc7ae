import type { Source } from '../model/shapes/shape.js'
import { type Code, catalogue } from './catalogue.js'
import type { Diagnostic } from './diagnostic.js'
import { findLineStarts, lineOf } from './text-positions.js'
import { cutMessage } from './value-text.js'

/**
 * The data about a document that printing needs: the position of a pointer, and the text around it.
 */
export interface Locator {
  readonly locate: (source: Source) => { readonly line: number; readonly column: number }
  readonly textOf: (file: string) => string | undefined
}

/** Registers a document, so that its diagnostics are printed with their lines. */
export function locatorOf(document: {
  readonly locate: Locator['locate']
  readonly files: ReadonlyMap<string, { readonly text: string }>
}): Locator {
  return { locate: document.locate, textOf: (file) => document.files.get(file)?.text }
}

export interface Style {
  readonly color: boolean
}

const WINDOW = 96

/** One block per diagnostic: place, code, message, the lines around it, and the fix. */
export function printDiagnostic(diagnostic: Diagnostic, locator: Locator, style: Style): string {
  const paint = painter(style.color)
  const severity = diagnostic.severity === 'error' ? paint.red('error') : paint.yellow('warning')
  const { at, also } = diagnostic
  const head = `${severity} ${paint.bold(diagnostic.code)} ${printable(cutMessage(diagnostic.message))}`
  const help = diagnostic.help ?? catalogue[diagnostic.code].fix
  return [
    at ? `${paint.cyan(locationText(at, locator))} ${head}` : head,
    ...(at ? frame(at, locator, paint) : []),
    ...(also
      ? [`  ${paint.cyan(locationText(also.at, locator))} ${printable(cutMessage(also.message))}`]
      : []),
    ...(also ? frame(also.at, locator, paint) : []),
    `  ${paint.dim('help:')} ${printable(cutMessage(help))}`,
  ].join('\n')
}

function locationText(at: Source, locator: Locator): string {
  const { line, column } = locator.locate(at)
  return `${printable(at.file)}:${line}:${column}`
}

export function explain(code: Code): string {
  const { title, cause, fix } = catalogue[code]
  return `${code}: ${title}\n\n${cause}\n\n${fix}`
}

export type Paint = Readonly<
  Record<'red' | 'yellow' | 'cyan' | 'bold' | 'dim', (text: string) => string>
>

export function painter(color: boolean): Paint {
  const wrap = (code: number) => (text: string) =>
    color ? `\u001b[${code}m${text}\u001b[0m` : text
  return { red: wrap(31), yellow: wrap(33), cyan: wrap(36), bold: wrap(1), dim: wrap(2) }
}

/** Large texts are split into lines once, not once per message. */
const lineStarts = new WeakMap<Locator, Map<string, readonly number[]>>()

function lineStartsOf(locator: Locator, file: string, text: string): readonly number[] {
  const known = lineStarts.get(locator) ?? new Map<string, readonly number[]>()
  lineStarts.set(locator, known)
  const starts = known.get(file) ?? findLineStarts(text)
  known.set(file, starts)
  return starts
}

/** The line before, the line itself and a caret below it; long lines are cut to a window. */
function frame(at: Source, locator: Locator, paint: Paint): string[] {
  const text = locator.textOf(at.file)
  if (text === undefined || text === '') return []
  const { line, column } = locator.locate(at)
  const starts = lineStartsOf(locator, at.file, text)
  const width = String(line).length
  const start = column > WINDOW - 16 ? column - 1 - 32 : 0
  const show = (number: number): string => {
    const cut = printable(lineOf(text, starts, number).slice(start, start + WINDOW))
    return `  ${paint.dim(`${String(number).padStart(width)} |`)} ${cut}`.trimEnd()
  }
  const before = lineOf(text, starts, line).slice(start, column - 1)
  const room = ' '.repeat(column - 1 - start - before.length + columnsOf(before))
  const caret = `  ${paint.dim(`${' '.repeat(width)} |`)} ${room}${paint.red('^')}`
  return [...(line > 1 ? [show(line - 1)] : []), show(line), caret]
}

/** The width of a text in terminal columns: two for East Asian characters and emoji. */
function columnsOf(text: string): number {
  let columns = 0
  for (const each of printable(text)) columns += /\p{M}/u.test(each) ? 0 : WIDE.test(each) ? 2 : 1
  return columns
}

const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{20000}-\u{3fffd}]/u

/** A hostile document must not send control characters to a terminal, or fake lines. */
export function printable(text: string): string {
  return text.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·')
}
