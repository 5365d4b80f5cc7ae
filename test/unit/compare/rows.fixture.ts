import { expect } from 'vitest'
import { brief, changesBetween, document } from './compare.fixture.js'

/** The fields of T, old and new; the change; its class where T is sent and where it is received. */
export type Row = readonly [
  change: string,
  before: string,
  after: string,
  sent: 'breaking' | 'additive' | 'docs',
  received: 'breaking' | 'additive' | 'docs',
]

export const record = (properties: string, required = ''): string =>
  `T: { type: object, required: [${required}], properties: { ${properties} } }`
export const holding = (schema: string): string => record(`a: ${schema}`, 'a')

export const STRING = '{ type: string }'
export const NULLABLE = '{ type: [string, "null"] }'
export const key = (name: string): string =>
  `{ type: object, required: [${name}], properties: { ${name}: ${STRING} } }`
export const tagged = (kind: string): string =>
  `{ type: object, required: [kind], properties: { kind: { const: ${kind} }, a: ${STRING} } }`
export const union = (...members: string[]): string => `T: { oneOf: [${members.join(', ')}] }`

/** Each way that values can travel gives the one change, with its class. */
export async function checkRow([change, before, after, sent, received]: Row): Promise<void> {
  const worse = (['breaking', 'additive', 'docs'] as const).find(
    (each) => each === sent || each === received,
  )
  const between = async (flow: 'sent' | 'received' | 'both'): Promise<string[]> =>
    (await changesBetween(document(flow, before), document(flow, after))).map(brief)
  expect(await between('sent')).toEqual([`${sent} ${change}`])
  expect(await between('received')).toEqual([`${received} ${change}`])
  expect(await between('both')).toEqual([`${worse} ${change}`])
}
