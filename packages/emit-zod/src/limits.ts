import { alternatives, type Rule, type Shape } from 'tagwire/emitter'
import { refine, typeText, type ZodModule } from './module.js'

const NUMBERS = { least: 'gte', above: 'gt', most: 'lte', below: 'lt', step: 'multipleOf' } as const
const UNIQUE = '(items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length'

/** The limits of a value; each one is a call on the schema. */
export function limitsText(at: ZodModule, shape: Shape, rules: readonly Rule[]): string {
  const calls = rules.flatMap((rule) => limitsOf(at, rule))
  const some = alternatives(rules).map((names) => {
    const given = names.map((name) => `value${at.structures.propertyAccess(name)} !== undefined`)
    const check = `(value): value is ${typeText(at, shape)} => ${given.join(' || ')}`
    return refine(at, check, `one of ${names.join(', ')}`)
  })
  return [...new Set([...calls, ...(shape.kind === 'record' ? some : [])])].join('')
}

function limitsOf(at: ZodModule, rule: Rule): string[] {
  const { text, number = {}, list, record, values = [], open } = rule
  const sized = (rule: { least?: number; most?: number } | undefined, what: string): string[] => {
    const { least = 0, most = 'Infinity' } = rule ?? {}
    if (least === 0 && most === 'Infinity') return []
    return [refine(at, `${at.use('sized')}(${least}, ${most})`, `${least} to ${most} ${what}`)]
  }
  const numbers = Object.entries(NUMBERS).flatMap(([word, method]) => {
    const limit = new Map(Object.entries(number)).get(word)
    return limit === undefined ? [] : [`.${method}(${at.structures.literal(limit)})`]
  })
  const { valueText, dataOf } = at.structures
  const tester = text?.pattern && at.module.pattern(text.pattern)
  const like = tester && `((like) => (text: string) => like.test(text))(${tester})`
  const isListed = !open && values.length > 0 && values.every((each) => each !== Object(each))
  const listed = `(value: unknown) => ${valueText(dataOf(values))}.some((each) => each === value)`
  return [
    ...(isListed ? [refine(at, listed, 'a known value')] : []),
    ...sized(text, 'characters'),
    ...(like ? [refine(at, like, 'another text')] : []),
    ...numbers,
    ...sized(list, 'items'),
    ...(list?.unique ? [refine(at, UNIQUE, 'no item twice')] : []),
    ...sized(record, 'members'),
  ]
}
