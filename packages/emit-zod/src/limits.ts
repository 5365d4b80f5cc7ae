import { alternatives, type Rule, type Shape } from 'tagwire/emitter'
import { refine, typeText, type ZodModule } from './module.js'

const NUMBERS = { least: 'gte', above: 'gt', most: 'lte', below: 'lt', step: 'multipleOf' } as const
const UNIQUE = '(items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length'

/** What a value keeps beside its type: each limit is a call behind the schema. */
export function limitsText(at: ZodModule, shape: Shape, rules: readonly Rule[]): string {
  const calls = rules.flatMap((rule) => limitsOf(at, rule))
  const some = alternatives(rules).map((names) => {
    const given = names.map((name) => `value${at.structures.propertyAccess(name)} !== undefined`)
    const check = `(value): value is ${typeText(at, shape)} => ${given.join(' || ')}`
    return refine(at, check, `one of ${names.join(', ')}`)
  })
  return [...new Set([...calls, ...(shape.kind === 'record' ? some : [])])].join('')
}

function limitsOf(at: ZodModule, { text, number = {}, list, record }: Rule): string[] {
  const sized = (rule: { least?: number; most?: number } | undefined, what: string): string[] => {
    const { least = 0, most = 'Infinity' } = rule ?? {}
    if (least === 0 && most === 'Infinity') return []
    return [refine(at, `${at.use('sized')}(${least}, ${most})`, `${least} to ${most} ${what}`)]
  }
  const numbers = Object.entries(NUMBERS).flatMap(([word, method]) => {
    const limit = new Map(Object.entries(number)).get(word)
    return limit === undefined ? [] : [`.${method}(${at.structures.literal(limit)})`]
  })
  return [
    ...sized(text, 'characters'),
    ...(text?.pattern ? [refine(at, like(at.module.pattern(text.pattern)), 'another text')] : []),
    ...numbers,
    ...sized(list, 'items'),
    ...(list?.unique ? [refine(at, UNIQUE, 'no item twice')] : []),
    ...sized(record, 'members'),
  ]
}

function like(pattern: string): string {
  return `((like) => (text: string) => like.test(text))(${pattern})`
}
