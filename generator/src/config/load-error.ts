import { pathToFileURL } from 'node:url'
import { findLineStarts, type Position, positionAt } from '../diagnostics/text-positions.js'
import { findJsonFault } from '../source/syntax/json-fault.js'
import { findMergeConflict } from '../source/syntax/merge-conflict.js'

/** Why a configuration does not load, and the place in its text that says so. */
export interface LoadError extends Position {
  readonly why: string
  readonly help?: string
}

/** The first place where the text of a configuration is not valid JSON. */
export function jsonError(text: string): LoadError | undefined {
  const fault = findMergeConflict(text) ?? findJsonFault(text)
  if (!fault) return undefined
  const { message, offset, help } = fault
  return { why: message, ...positionOf(text, offset), ...(help === undefined ? {} : { help }) }
}

/** What loading a module has thrown: a parser names the place in its message, the engine in the stack. */
export function moduleError(error: unknown, file: string, text: string): LoadError {
  const message = error instanceof Error ? error.message : String(error)
  const [first = ''] = message.split('\n')
  const why = first.replace(/^ParseError: /, '').trim()
  return { why, ...(missingImport(message, text) ?? reported(error, file, text)) }
}

/** Where the text imports what does not exist. */
function missingImport(message: string, text: string): Position | undefined {
  const [, name] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? []
  const offsets = ['"', "'"].map((quote) => text.indexOf(`${quote}${name}${quote}`))
  const offset = offsets.find((each) => each >= 0)
  return name === undefined || offset === undefined ? undefined : positionOf(text, offset)
}

/** `file:3:21` in the message or the stack; the beginning of the file if there is none. */
function reported(error: unknown, file: string, text: string): Position {
  const said = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : ''
  const names = [pathToFileURL(file).href, file]
  for (const line of said.split('\n')) {
    const name = names.find((each) => line.includes(each))
    if (name === undefined) continue
    const after = line.slice(line.indexOf(name) + name.length)
    const [, row, column] = /^(?:\?[\d.]+)?:(\d+)(?::(\d+))?/.exec(after) ?? []
    if (row === undefined) continue
    // The parser counts columns from zero, the engine from one.
    const first = said.includes('ParseError: ') ? 1 : 0
    return within(text, Number(row), Number(column ?? 1) + first)
  }
  return { line: 1, column: 1 }
}

/** Compiled code has the lines of the file, but not always its columns. */
function within(text: string, line: number, column: number): Position {
  const own = text.split('\n')[line - 1] ?? ''
  return { line, column: column <= own.length ? column : own.search(/\S|$/) + 1 }
}

function positionOf(text: string, offset: number): Position {
  return positionAt(findLineStarts(text), offset)
}
