import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createCheck } from '../../../generator/src/check/check.js'
import { isWrong } from '../../../generator/src/check/finding.js'
import { samplesOf } from '../../../generator/src/emit/samples/samples.js'
import type { Model } from '../../../generator/src/model/model.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'
import { readModel } from '../../../generator/src/pipeline/read-model.js'
import { httpMethods } from '../../../generator/src/view/http/methods.js'
import { sample } from '../../../packages/runtime/src/sample/index.js'
import { findDocuments } from '../../tools/corpus/find.js'
import { isLong, patienceMs } from '../length.js'

/** Documents of this repository, and those of a folder: `TAGWIRE_CORPUS=FOLDER`. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const goldens = readdirSync(path.join(root, 'test/golden')).map((name) =>
  path.join(root, 'test/golden', name, 'spec.yaml'),
)
const corpus = process.env.TAGWIRE_CORPUS
const documents = [
  ...['spec/routing/openapi.yaml', 'spec/node-rpc/openrpc.yaml'].map((name) =>
    path.join(root, name),
  ),
  ...goldens.filter((file) => existsSync(file)),
  ...(corpus === undefined ? [] : findDocuments(path.resolve(corpus))),
]

/** Every response, item of a stream and type, with the try that is drawn for it. */
function drawnIn(model: Model) {
  const samples = samplesOf(model)
  return [
    ...httpMethods(model.operations).flatMap((method) => {
      const { name } = method
      const { rule, attempt, stream } = samples.answer(method) ?? {}
      if (!rule) return []
      // Each event in turn, as the mock of the package does.
      const events = stream === 'json-events' ? rule.choices?.[0]?.members : undefined
      return (events ?? [rule]).map((each) => ({ name, rule: each, attempt }))
    }),
    ...model.declarations.map(({ name, rule }) => {
      const attempt = samples.declared(name)?.attempt
      return { name, rule, attempt }
    }),
  ]
}

const SEEDS = isLong ? [1, 2, 3, 77] : [1, 77]

const counted = { exact: 0, tolerable: 0, none: 0 }

describe('what is drawn is valid, and the same in every run', () => {
  test.each(documents)('%s', { timeout: patienceMs }, async (file) => {
    const { model } = await readModel(path.basename(file), path.dirname(file))
    if (!model) return
    const rules = new Map(model.declarations.map(({ name, rule }) => [name, rule]))
    const check = createCheck((name) => rules.get(name), 'write')
    const samples = samplesOf(model)
    // What the mock of the package does.
    const source = asData(samples.source)
    for (const { name, rule, attempt } of drawnIn(model)) {
      if (attempt === undefined) {
        counted.none++
        continue
      }
      for (const seed of SEEDS) {
        const found = sample(asData(rule), source, { name, attempt, seed })
        const findings = check(rule, found?.value)
        if (seed === 1) expect(findings.filter(isWrong), name).toEqual([])
        counted[findings.length === 0 ? 'exact' : 'tolerable']++
        const again = sample(rule, samples.source, { name, attempt, seed })
        expect(again, name).toEqual(found)
      }
    }
  })

  test('nearly all of it strictly', () => {
    const drawn = counted.exact + counted.tolerable
    process.stderr.write(`${JSON.stringify(counted)}\n`)
    expect(drawn).toBeGreaterThan(850 * SEEDS.length)
    expect(counted.exact / drawn).toBeGreaterThan(0.99)
    expect(counted.none).toBeLessThan(20)
  })
})

/** As it is written into a package. */
function asData<Value extends Rule | object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}
