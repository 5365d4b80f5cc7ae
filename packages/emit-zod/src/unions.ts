import type { Rule, Union } from 'tagwire/emitter'
import { keyedForm, rulesTogether, taggedRules, wireLayout } from 'tagwire/emitter'
import { refine, typeText, type ZodModule } from './module.js'
import { objectText, shapeText } from './shapes.js'

export function unionText(at: ZodModule, union: Union, rules: readonly Rule[]): string {
  const { tagging } = union
  switch (tagging.style) {
    case 'key':
      return keyedText(at, union, rules)
    case 'property':
    case 'pair':
      return taggedText(at, union, tagging.property, caseTexts(at, union, rules))
    case 'none': {
      const choices = rules.flatMap((rule) => rule.choices ?? [])
      const choice = choices.find(({ members }) => members.length === union.cases.length)
      const members = union.cases.map(({ payload = { kind: 'json' } }, index) =>
        shapeText(at, payload, [choice?.members[index]]),
      )
      return `${at.z}.union(${at.structures.listText(members)})`
    }
  }
}

/** An object with an optional member for each kind. */
function keyedText(at: ZodModule, union: Union, rules: readonly Rule[]): string {
  const { z, use, structures } = at
  const { fields, keys, nullable, units, several } = keyedForm(union, rules, at.ruleOf)
  const kinds = keys.flatMap((key) => taggedRules(rules, key))
  const inside = rulesTogether(kinds, at.ruleOf)
  const beside = union.common.map(({ name }) => name)
  const options = structures.valueText({ beside, nullable, ...(several ? { several } : {}) })
  const type = typeText(at, union)
  const known = units.length > 0 ? `Exclude<${type}, string>` : type
  const check = `${use('kinds')}<${known}>(${structures.valueText(keys)}, ${options})`
  const shown = keys.length > 20 ? [...keys.slice(0, 20), '…'] : keys
  const expected = `${several ? 'some' : 'exactly one'} of the keys ${shown.join(', ')}`
  const schema = objectText(at, { fields }, [...rules, ...inside]) + refine(at, check, expected)
  if (units.length === 0) return schema
  const texts = structures.unionOf(units.map(structures.stringLiteral))
  return `${z}.union([${use('open')}<${texts}>(), ${schema}])`
}

/** One of several schemas, chosen by a member of the value. */
export function taggedText(at: ZodModule, union: Union, key: string, schemas: string[]): string {
  const { literal, listText } = at.structures
  const rows = schemas.map((schema, index) => {
    const { tag = '', tagValue = tag, impliedBy } = union.cases[index] ?? {}
    const row = [literal(tagValue), schema]
    return listText(impliedBy ? [...row, listText(impliedBy.map(literal))] : row)
  })
  const other = schemas[union.cases.findIndex(({ otherwise }) => otherwise)] ?? []
  const given = [literal(key), listText(rows), ...[other].flat()].join(', ')
  return `${at.use('tagged')}<${typeText(at, union)}>(${given})`
}

/** The schemas of the kinds that a member distinguishes; each is for the whole object. */
export function caseTexts(at: ZodModule, union: Union, rules: readonly Rule[]): string[] {
  return union.cases.map((member) => {
    const own = rulesTogether(taggedRules(rules, member.tag), at.ruleOf)
    const layout = wireLayout(union, member)
    if (layout.kind === 'plain') return shapeText(at, layout.payload, own)
    if (layout.kind === 'record') return objectText(at, layout, [...rules, ...own])
    if (layout.kind !== 'named') return `${at.z}.unknown()`
    const beside = objectText(at, { fields: [layout.tag, ...union.common] }, rules)
    return `${at.z}.intersection(${shapeText(at, layout.payload, own)}, ${beside})`
  })
}
