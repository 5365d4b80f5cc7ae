import type { Declaration, Emitter, Statement } from 'tagwire/emitter'
import { defineEmitter, inOrder, rulesTogether, tagKey } from 'tagwire/emitter'
import { schemaName, type ZodModule, zodModule } from './module.js'
import { shapeText } from './shapes.js'
import { caseTexts, taggedText } from './unions.js'

/** Adds `./zod` to a generated package: a zod 4 schema for every type of the document. */
const emitter: Emitter = defineEmitter({
  name: 'zod',
  peers: { zod: '^4.6.0' },
  emit: (context) => {
    const at = zodModule(context)
    const schemas = inOrder(context.model.declarations).flatMap((each) => {
      const { type, input } = context.names.declaration(each.name) ?? {}
      const received = schemaConstants(at, each)
      const sent = type === input ? [] : schemaConstants({ ...at, side: 'sent' }, each)
      at.written.add(each.name)
      return [...received, ...sent]
    })
    return schemas.length === 0 ? [] : [at.module.file([...at.helpers(), ...schemas])]
  },
})

export default emitter

/** The schema of a declaration, after those of its kinds if a member distinguishes them. */
function schemaConstants(given: ZodModule, declaration: Declaration): Statement[] {
  const at = { ...given, unchecked: new Set<string>() }
  const { name, shape, rule } = declaration
  const { union, module = './types.js' } = at.names.declaration(name) ?? {}
  const constant = (type: string, text: string): Statement =>
    schemaConstant(at, declaration, type, text)
  const type = at.module[at.side]({ kind: 'reference', name })
  const property = shape.kind === 'union' ? tagKey(shape.tagging) : undefined
  if (shape.kind !== 'union' || !union || property === undefined || at.side === 'sent') {
    return [constant(type, shapeText(at, shape, [rule]))]
  }
  const types = shape.cases.map((each) => at.module.imports.type(union.of(each).type, module))
  const texts = caseTexts(at, shape, rulesTogether([rule], at.ruleOf))
  const names = types.map((each) => schemaName(at, each))
  const cases = texts.map((text, index) => constant(types[index] ?? type, text))
  return [...cases, constant(type, taggedText(at, shape, property, names))]
}

function schemaConstant(at: ZodModule, of: Declaration, type: string, text: string): Statement {
  const { structures, unchecked, use, z } = at
  const words = [...unchecked].map(structures.inCode).join(', ')
  // Recursive properties are getters, which have a type; other recursive schemas are typed here.
  const isCircular = text.includes(`${z}.lazy(`) && !text.startsWith(`${use('object')}(`)
  return structures.exportedConstant({
    name: schemaName(at, type),
    ...(isCircular ? { type: `${z}.ZodType<${type}>` } : {}),
    // Marked as pure, so that bundlers can drop schemas that are not imported.
    value: `/*@__PURE__*/ (() => ${text})()`,
    docs: structures.docs(
      `The zod schema of {@link ${type}}.`,
      words && `@remarks Not checked: ${words}. The validators of the package check them.`,
      of.deprecated && '@deprecated',
    ),
  })
}
