import type { Value } from '../../view/value.js'
import type { EmitterContext } from '../door/emitter.js'
import type { EmitterModule } from '../door/emitter-files.js'
import { MOCK } from '../runtime-entries.js'
import { sampleRuleOf, samplesOf } from '../samples/samples.js'

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
  const answers = model.operations.flatMap((operation): [string, Value][] => {
    const { name, example } = operation
    const made = example && 'response' in example ? undefined : answer(operation)
    if (!made) return []
    const { attempt, rule } = made
    return [[name, dataOf({ rule: sampleRuleOf(rule), ...(attempt > 0 ? { attempt } : {}) })]]
  })
  if (answers.length === 0) return undefined
  const names = reachable(
    answers.map(([, value]) => value),
    source.rules,
  )
  const module = structures.module('samples')
  const examples = Object.entries(source.examples ?? {}).filter(([name]) => names.has(name))
  const samples = constantText({
    name: 'samples',
    docs: docs(
      'What responses without an example are made from: the constraints of their schemas.',
    ),
    type: module.imports.type('MockSamples', MOCK),
    value: valueText({
      answers: Object.fromEntries(answers),
      rules: Object.fromEntries(
        Object.entries(source.rules).flatMap(([name, rule]) =>
          names.has(name) ? [[name, dataOf(sampleRuleOf(rule))] as const] : [],
        ),
      ),
      ...(examples.length > 0
        ? { examples: Object.fromEntries(examples.map(([name, value]) => [name, dataOf(value)])) }
        : {}),
    }),
    isExported: true,
  })
  return module.internalFile([samples])
}

/** The names of all rules that these lead to. */
function reachable(
  values: readonly unknown[],
  rules: Readonly<Record<string, unknown>>,
): Set<string> {
  const names = new Set<string>()
  const open: unknown[] = [...values]
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'reference' && typeof inner === 'string' && Object.hasOwn(rules, inner)) {
        if (!names.has(inner)) open.push(rules[inner])
        names.add(inner)
      } else if (key !== 'source') open.push(inner)
    }
  }
  return names
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
