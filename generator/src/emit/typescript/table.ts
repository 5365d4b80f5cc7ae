import { objectType, property } from './structures.js'
import { propertyKey } from './text.js'
import { memberText, objectText } from './value-text.js'

/** A member of a table, such as the descriptor of an operation: its type, and its value as an expression. */
export interface Row {
  readonly key: string
  readonly type: string
  readonly value: string
  readonly docs?: string[]
}

/** The type and the value of a constant with one member for each row. */
export function tableOf(rows: readonly Row[]): Pick<Row, 'type' | 'value'> {
  const members = rows.map(({ key, type, docs = [] }) =>
    property({ name: propertyKey(key), type, docs, isReadonly: true }),
  )
  const values = rows.map(({ key, value }) => memberText(key, value))
  return { type: objectType(members), value: objectText(values) }
}
