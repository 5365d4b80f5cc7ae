import type { Field, Rule, Shape } from 'tagwire/emitter'
import { memberRules, namesIn, rulesTogether, wordsBeyondShapes } from 'tagwire/emitter'
import { limitsText } from './limits.js'
import { schemaName, typeText, type ZodModule } from './module.js'
import { unionText } from './unions.js'

type Rules = readonly (Rule | undefined)[]
type ObjectShape = Pick<Of<'record'>, 'fields' | 'rest'>
/** A nested schema, with the rules that apply to it. */
type Inner = (shape: Shape, pick: (rule: Rule) => Rule | undefined) => string
type Of<Kind extends Shape['kind']> = Extract<Shape, { readonly kind: Kind }>

/** The expression of a schema for a shape and its rules. */
export function shapeText(at: ZodModule, shape: Shape, given: Rules): string {
  const { z, structures } = at
  const rules = rulesTogether(given, shape.kind === 'reference' ? () => undefined : at.ruleOf)
  for (const word of rules.flatMap(wordsBeyondShapes)) at.unchecked.add(word)
  const inner: Inner = (each, pick) => shapeText(at, each, rules.map(pick))
  const limits = (): string => limitsText(at, shape, rules)
  if (rules.some(({ never }) => never)) return `${z}.never()`
  switch (shape.kind) {
    case 'scalar':
      return scalarText(at, shape) + limits()
    case 'literal':
      return `${z}.literal(${structures.literal(shape.value)})`
    case 'enumeration':
      return shape.open
        ? `${at.use('open')}<${typeText(at, shape)}>()${limits()}`
        : `${z}.literal(${structures.valueText(shape.values)})`
    case 'nullable':
      return `${z}.nullable(${inner(shape.shape, (rule) => rule)})`
    case 'reference':
      return referenceText(at, shape) + limits()
    case 'list':
      return `${z}.array(${inner(shape.items, ({ list }) => list?.items)})${limits()}`
    case 'tuple':
      return `${tupleText(at, shape, inner)}${limits()}.pipe(${z}.custom<${typeText(at, shape)}>())`
    case 'map':
      return `${z}.record(${z}.string(), ${inner(shape.values, restOf)})${limits()}`
    case 'record':
      return objectText(at, shape, rules) + limits()
    case 'intersection': {
      const { all } = rules.find((rule) => rule.all?.length === shape.parts.length) ?? {}
      const parts = shape.parts.map((part, index) => shapeText(at, part, [all?.[index]]))
      return parts.reduce((left, right) => `${z}.intersection(${left}, ${right})`)
    }
    case 'union':
      return unionText(at, shape, rules)
    case 'json':
    case 'never':
      return `${z}.${shape.kind === 'json' ? 'unknown' : 'never'}()`
  }
}

/** The rule for other keys. If the document allows none, they come from a later version. */
const restOf = ({ record }: Rule) => (record?.rest?.never ? undefined : record?.rest)

function scalarText(at: ZodModule, shape: Of<'scalar'>): string {
  const { type, format } = shape
  const { z, structures } = at
  const meta = format === undefined ? '' : `.meta(${structures.valueText({ format })})`
  if (type === 'string') return `${z}.string()${meta}`
  // `z.int()` refuses integers beyond 2^53, which JSON may hold.
  if (type === 'integer') return `${z}.number().multipleOf(1, 'expected an integer')`
  if (type === 'number' || type === 'boolean' || type === 'null') return `${z}.${type}()`
  return `${z}.custom<${typeText(at, shape)}>()`
}

/** A schema that is declared later is read when a value is parsed. */
function referenceText(at: ZodModule, shape: Of<'reference'>): string {
  const schema = schemaName(at, at.module[at.side](shape))
  return at.written.has(shape.name) ? schema : `${at.z}.lazy(() => ${schema})`
}

function tupleText(at: ZodModule, shape: Of<'tuple'>, inner: Inner): string {
  const items = shape.items.map((item, index) => {
    const text = inner(item, ({ list }) => list?.first?.[index])
    return index < shape.required ? text : `${at.z}.optional(${text})`
  })
  const rest = inner(shape.rest ?? { kind: 'json' }, ({ list }) => list?.items)
  return `${at.z}.tuple(${at.structures.listText(items)}, ${rest})`
}

export function objectText(at: ZodModule, shape: ObjectShape, rules: readonly Rule[]): string {
  const { fields, rest } = shape
  const members = fields
    .filter(({ flow }) => flow !== (at.side === 'sent' ? 'read' : 'write'))
    .flatMap((field) => memberText(at, field, memberRules(rules, field.name)))
  const list = members.length === 0 ? '{}' : at.structures.objectText(members)
  return `${at.use('object')}(${list}${rest ? `, ${shapeText(at, rest, rules.map(restOf))}` : ''})`
}

/** A member. If it is recursive, it is a getter, which is evaluated when all schemas exist. */
function memberText(at: ZodModule, field: Field, rules: readonly Rule[]): string[] {
  const { name, shape, required, missing } = field
  if (name === '__proto__' || (!required && name in Object.prototype)) {
    // Zod drops the first, and takes members that every object inherits for members of the value.
    at.unchecked.add(name)
    return []
  }
  const wrapper = missing ? at.use('leftOut') : required ? '' : at.use('optional')
  const wrap = (schema: string): string => (wrapper ? `${wrapper}(${schema})` : schema)
  if (namesIn(shape).every((each) => at.written.has(each))) {
    return [at.structures.memberText(name, wrap(shapeText(at, shape, rules)))]
  }
  const schema = shapeText({ ...at, written: new Set(namesIn(shape)) }, shape, rules)
  const own = `${at.z}.ZodType<${typeText(at, shape)}>`
  const type = required ? own : `${at.z}.ZodExactOptional<${own}>`
  return [`get ${at.structures.objectKey(name)}(): ${type} {\nreturn ${wrap(schema)}\n}`]
}
