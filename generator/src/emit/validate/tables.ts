import type { Name } from '../../view/value.js'
import type { ModuleScope } from '../module-scope.js'
import { VALIDATE } from '../runtime-entries.js'
import { docs } from '../typescript/doc.js'
import { constantText } from '../typescript/structures.js'
import { type Row, tableOf } from '../typescript/table.js'
import { stringLiteral } from '../typescript/text.js'
import { nameText, pureCall } from '../typescript/value-text.js'

/** A validator in a table of them. */
export interface Entry {
  /** The key in the table. */
  readonly key: string
  readonly name: string
  readonly type: string
  /** Its constant, unless it shares the one of another entry. */
  readonly constant?: string
  /** The comment of its member in the table. */
  readonly docs?: string[]
}

/** The constant of a validator. */
export function validatorConstant(
  { imports }: ModuleScope,
  { key, name, type }: Omit<Entry, 'constant'>,
  check: Name,
  docs: string[],
): string {
  const make = imports.value('validator', VALIDATE)
  const value = pureCall(make, stringLiteral(key), nameText(check, imports))
  const written = `${imports.type('Validator', VALIDATE)}<${type}>`
  return constantText({ name, docs, isExported: true, type: written, value })
}

/** All validators of a kind, by their keys. */
export function table(
  { imports }: ModuleScope,
  name: string,
  text: string,
  entries: readonly Entry[],
): string {
  const validator = imports.type('Validator', VALIDATE)
  const rows = entries.map((each): Row => {
    return { ...each, type: `${validator}<${each.type}>`, value: each.name }
  })
  return constantText({ name, isExported: true, docs: docs(text), ...tableOf(rows) })
}
