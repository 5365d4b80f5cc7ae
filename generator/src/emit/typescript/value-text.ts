import { isIdentifier } from '../../model/names.js'
import { ImportedName, Made, type MadeValue, Name, type Value } from '../../view/value.js'
import type { Imports } from './imports.js'
import { literal, objectKey } from './text.js'

/** Data as an expression; `undefined` members are left out. */
export function valueText(value: Value): string {
  return textOf(value, ({ text }) => text)
}

/** Arguments that may be left out, without those at the end that are not given. */
export function optionalTexts(...given: readonly (Value | undefined)[]): string[] {
  const last = given.findLastIndex((each) => each !== undefined)
  return given
    .slice(0, last + 1)
    .map((each) => (each === undefined ? 'undefined' : valueText(each)))
}

/** The same for data that contains imported names. */
export function importedText(value: MadeValue, imports: Imports): string {
  return textOf(value, (name) => nameText(name, imports))
}

/** A name as it is imported into the module. */
export function nameText(name: Name, imports: Imports): string {
  return name instanceof ImportedName ? imports.value(name.text, name.from) : name.text
}

function textOf(value: MadeValue, ofName: (name: Name) => string): string {
  if (value instanceof Name) return ofName(value)
  if (value instanceof Made) {
    return pureCall(ofName(value.by), ...value.args.map((each) => textOf(each, ofName)))
  }
  if (typeof value !== 'object' || value === null) return literal(value)
  if (isList(value)) return `[${value.map((each) => textOf(each, ofName)).join(', ')}]`
  const members = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [memberText(key, textOf(item, ofName))],
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A call at the top level of a module, marked as pure so that bundlers can drop it. */
export function pureCall(name: string, ...args: readonly string[]): string {
  return `/*@__PURE__*/ ${name}(${args.join(', ')})`
}

/** `key: value`, or only the key if the value is a name that equals it. */
export function memberText(key: string, value: string): string {
  const name = objectKey(key)
  return name === value && isName(name) ? name : `${name}: ${value}`
}

/** `true: true` and `'…': '…'` are equal on both sides, but not names. */
function isName(text: string): boolean {
  return isIdentifier(text) && !['true', 'false', 'null'].includes(text)
}

/** `{ … }`, always with one member per line. */
export function objectText(members: readonly string[]): string {
  return `{\n${members.map((each) => `${each},\n`).join('')}}`
}

/** `[ … ]` */
export function listText(items: readonly string[]): string {
  return `[${items.join(', ')}]`
}

function isList(value: MadeValue): value is readonly MadeValue[] {
  return Array.isArray(value)
}
