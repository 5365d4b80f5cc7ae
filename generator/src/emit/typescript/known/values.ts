import { type Cursor, isReserved } from './cursor.js'

/* The forms that our constants are printed in, as `types.ts` has those of types. */

const OPERATOR = /(?:&&|\|\||[=!]==?)(?=\s)/y

/** What can be given to a name, or as an argument. */
export function takeValue(cursor: Cursor): boolean {
  cursor.skip()
  if (takesArrow(cursor)) {
    cursor.skip()
    return !cursor.text.startsWith('{', cursor.at) && takeValue(cursor)
  }
  for (;;) {
    cursor.skip()
    if (!takeOperand(cursor)) return false
    const end = cursor.at
    cursor.skip()
    if (cursor.matches(OPERATOR)) continue
    cursor.at = end
    cursor.takes(' as const')
    return true
  }
}

const ARROW = /\(((?:[A-Za-z_$][\w$]*(?:, [A-Za-z_$][\w$]*)*)?)\) =>\s/y

/** `(a, b) =>`, or nothing. */
function takesArrow(cursor: Cursor): boolean {
  if (!cursor.text.startsWith('(', cursor.at)) return false
  ARROW.lastIndex = cursor.at
  const found = ARROW.exec(cursor.text)
  if (found?.[1]?.split(', ').some(isReserved) !== false) return false
  cursor.at = ARROW.lastIndex
  return true
}

function takeOperand(cursor: Cursor): boolean {
  while (cursor.takes('!') || cursor.takes('typeof '));
  if (!takePrimary(cursor)) return false
  for (;;) {
    if (cursor.takes('.')) {
      if (cursor.word() === undefined) return false
    } else if (cursor.takes('[')) {
      if (!takeValue(cursor) || !cursor.takesNext(']')) return false
    } else if (!cursor.takes('(')) return true
    else if (!takeItems(cursor, ')')) return false
  }
}

const NO_NAMES = new Set(['false', 'null', 'true'])

function takePrimary(cursor: Cursor): boolean {
  if (cursor.literal()) return true
  if (cursor.takes('{')) return takeFields(cursor)
  if (cursor.takes('[')) return takeItems(cursor, ']')
  if (cursor.takes('(')) return takeValue(cursor) && cursor.takesNext(')')
  const start = cursor.at
  return cursor.name() !== undefined || NO_NAMES.has(cursor.text.slice(start, cursor.at))
}

/** Items of a list, or arguments, up to what closes them. */
function takeItems(cursor: Cursor, close: string): boolean {
  for (;;) {
    if (cursor.takesNext(close)) return true
    cursor.takesNext('...')
    if (!takeValue(cursor)) return false
    if (!cursor.takesNext(',')) return cursor.takesNext(close)
  }
}

/** Fields of an object, behind the opening brace. */
function takeFields(cursor: Cursor): boolean {
  for (;;) {
    if (cursor.takesNext('}')) return true
    cursor.skip()
    if (!takeField(cursor)) return false
    if (!cursor.takesNext(',')) return cursor.takesNext('}')
  }
}

function takeField(cursor: Cursor): boolean {
  if (cursor.takes('...')) return takeValue(cursor)
  const start = cursor.at
  if (!cursor.key()) return false
  if (cursor.takes(':')) return takeValue(cursor)
  cursor.at = start
  return cursor.name() !== undefined
}
