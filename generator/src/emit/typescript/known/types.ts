import type { Cursor } from './cursor.js'

/*
 * The forms that our types are printed in. Each function takes one form and says whether it stood
 * there. All that is taken is TypeScript; what is not may be so too, and is left to the compiler.
 *
 * What belongs to the piece before it stands right behind that piece: in a new line it could be
 * something of its own.
 */

export function takeType(cursor: Cursor): boolean {
  cursor.skip()
  if (isFunction(cursor)) {
    return takeParameters(cursor) && cursor.takesNext('=>') && takeType(cursor)
  }
  cursor.takesNext('|')
  do {
    if (!takeIntersection(cursor)) return false
  } while (cursor.takesNext('|'))
  return true
}

function takeIntersection(cursor: Cursor): boolean {
  do {
    cursor.skip()
    if (!takeElement(cursor)) return false
  } while (cursor.takesNext('&'))
  return true
}

function takeElement(cursor: Cursor): boolean {
  while (cursor.takes('keyof '));
  if (cursor.takes('typeof ') ? cursor.name() === undefined : !takePrimary(cursor)) return false
  while (cursor.takes('[')) {
    if (cursor.takes(']')) continue
    if (!takeType(cursor) || !cursor.takesNext(']')) return false
  }
  return true
}

function takePrimary(cursor: Cursor): boolean {
  if (cursor.literal()) return true
  if (cursor.takes('{')) return takeMembers(cursor)
  if (cursor.takes('[') || cursor.takes('readonly [')) return takeTuple(cursor)
  if (cursor.takes('(')) return takeType(cursor) && cursor.takesNext(')')
  return takeNamed(cursor)
}

const NO_NAMES = new Set(['any', 'false', 'null', 'true', 'void'])
const WITHOUT_ARGUMENTS = new Set(
  'bigint boolean never number object string symbol undefined unknown'.split(' '),
)

function takeNamed(cursor: Cursor): boolean {
  const start = cursor.at
  const name = cursor.name()
  if (name === undefined) return NO_NAMES.has(cursor.text.slice(start, cursor.at))
  return WITHOUT_ARGUMENTS.has(name) || takeReference(cursor)
}

/** What follows the first word of a reference to a type: `.Of<What>`. */
export function takeReference(cursor: Cursor): boolean {
  while (cursor.takes('.')) if (cursor.word() === undefined) return false
  return !cursor.takes('<') || takeTypes(cursor, '>')
}

function takeTypes(cursor: Cursor, close: string): boolean {
  do {
    if (!takeType(cursor)) return false
  } while (cursor.takesNext(','))
  return cursor.takesNext(close)
}

function takeTuple(cursor: Cursor): boolean {
  for (;;) {
    if (cursor.takesNext(']')) return true
    cursor.takesNext('...')
    if (!takeType(cursor)) return false
    if (!cursor.takesNext(',')) return cursor.takesNext(']')
  }
}

const FUNCTION = /\(\s*(?:\)|[A-Za-z_$][\w$]*\??:)/y

function isFunction(cursor: Cursor): boolean {
  const start = cursor.at
  const found = cursor.text.startsWith('(', start) && cursor.matches(FUNCTION)
  cursor.at = found ? start + 1 : start
  return found
}

/** Names with their types, behind the opening parenthesis. */
function takeParameters(cursor: Cursor): boolean {
  for (;;) {
    if (cursor.takesNext(')')) return true
    cursor.skip()
    if (cursor.name() === undefined) return false
    cursor.takes('?')
    if (!cursor.takes(':') || !takeType(cursor)) return false
    if (!cursor.takesNext(',')) return cursor.takesNext(')')
  }
}

/** Members of an interface or of the type of an object, behind the opening brace. */
export function takeMembers(cursor: Cursor): boolean {
  let apart = true
  for (;;) {
    apart = cursor.skip() || apart
    if (cursor.takes('}')) return true
    if (!apart || !takeMember(cursor)) return false
    apart = cursor.takes(';') || cursor.takes(',')
  }
}

const READONLY = /readonly (?=[\w$'"[])/y

function takeMember(cursor: Cursor): boolean {
  cursor.matches(READONLY)
  if (cursor.takes('[')) {
    const named = cursor.name() !== undefined && cursor.takes(':') && takeType(cursor)
    return named && cursor.takesNext(']') && cursor.takes(':') && takeType(cursor)
  }
  const start = cursor.at
  if (!cursor.key()) return false
  const isNew = cursor.text.slice(start, cursor.at) === 'new'
  cursor.takes('?')
  if (cursor.takes('(') && (isNew || !takeParameters(cursor))) return false
  return cursor.takes(':') && takeType(cursor)
}
