import { httpMethods } from '../../view/http/methods.js'
import type { Value } from '../../view/value.js'
import type { EmitterContext } from '../emitter-api/emitter.js'
import type { EmitterModule } from '../emitter-api/emitter-files.js'
import { MOCK } from '../runtime-entries.js'
import { sampleRuleText } from '../samples/rule-text.js'
import { samplesOf } from '../samples/samples.js'

/** The document's example of each response, only for the mock. */
export function emitExamples({ model, structures }: EmitterContext): EmitterModule {
  const { constantText, dataOf, docs, valueText } = structures
  const shown = model.operations.flatMap(({ name, example }): [string, Value][] =>
    example && 'response' in example ? [[name, dataOf(example.response)]] : [],
  )
  const examples = constantText({
    name: 'examples',
    docs: docs('The first example of each response in the document.'),
    type: 'Readonly<Record<string, unknown>>',
    value: valueText(Object.fromEntries(shown)),
    isExported: true,
  })
  return structures.module('examples').internalFile([examples])
}

/** How to make the responses that have no example, for the mock; absent if all have one. */
export function emitSamples({ model, structures }: EmitterContext): EmitterModule | undefined {
  const { constantText, dataOf, docs, valueText } = structures
  const { answer, source } = samplesOf(model)
  const names = new Set<string>()
  const answers = httpMethods(model.operations).flatMap((method): [string, Value][] => {
    const { name, operation } = method
    const { example } = operation
    const isShown = name === operation.name && example && 'response' in example
    const made = isShown ? undefined : answer(method)
    if (!made) return []
    const { attempt, rule, ...others } = made
    const tries = attempt > 0 ? { attempt } : {}
    return [[name, { rule: sampleRuleText(rule, names), ...tries, ...others }]]
  })
  if (answers.length === 0) return undefined
  const texts = new Map<string, string>()
  // Rules lead to further names.
  for (const name of names) {
    const rule = Object.hasOwn(source.rules, name) ? source.rules[name] : undefined
    if (rule) texts.set(name, sampleRuleText(rule, names))
  }
  const rules = Object.keys(source.rules).flatMap((name): [string, Value][] => {
    const text = texts.get(name)
    return text === undefined ? [] : [[name, text]]
  })
  const module = structures.module('samples')
  const examples = Object.entries(source.examples ?? {}).filter(([name]) => names.has(name))
  const samples = constantText({
    name: 'samples',
    docs: docs(
      'What responses without an example are made from: the constraints of their schemas, as JSON that a mock reads when it needs them.',
    ),
    type: module.imports.type('MockSamples', MOCK),
    value: valueText({
      answers: Object.fromEntries(answers),
      rules: Object.fromEntries(rules),
      ...(examples.length > 0
        ? { examples: Object.fromEntries(examples.map(([name, value]) => [name, dataOf(value)])) }
        : {}),
    }),
    isExported: true,
  })
  return module.internalFile([samples])
}

/** The sample data of the document, for the mock; absent if it is in another package. */
export function emitWorld(context: EmitterContext): EmitterModule | undefined {
  const { model, names, structures } = context
  if (!model.world || names.worldPackage !== undefined) return undefined
  const { constantText, dataOf, docs, valueText } = structures
  const module = structures.module('world')
  const world = constantText({
    name: 'world',
    docs: docs('Sample data that answers calls: rules, and the data that they refer to.'),
    type: module.imports.type('World', MOCK),
    value: valueText(dataOf(model.world)),
    isExported: true,
  })
  return module.internalFile([world])
}
