import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { judgeIn } from '../../unit/probe/probe.fixture.js'
import { compile } from '../../unit/validate/compile.fixture.js'
import { createRandom } from '../fixtures/random.js'
import { lengthOf, patienceMs, runs } from '../length.js'
import { asJsonSchema } from './as-json-schema.js'
import { type KeywordCase, keywordCase, keywordsOf } from './keyword-schemas.js'
import type { Version } from './random-schemas.js'

/** Documents of each version, with so many schemas: each keyword in turn. */
const DOCUMENTS = 4
const SCHEMAS = 60

const OPTIONS = { strict: false, allErrors: false, validateFormats: false } as const
const AJV = { '3.0': new Ajv(OPTIONS), '3.1': new Ajv2020(OPTIONS) }

test.each(['3.0', '3.1'] as const)(
  'OpenAPI %s: every keyword accepts and refuses, by printed checks, the interpreter and Ajv alike',
  { timeout: patienceMs },
  async (version) => {
    const random = createRandom(runs(1).seed)
    const seen = new Map(keywordsOf(version).map((word) => [word, { valid: 0, invalid: 0 }]))
    for (let index = 0; index < lengthOf(DOCUMENTS, 2); index++) {
      const cases = Array.from({ length: SCHEMAS }, (_, at) =>
        keywordCase(`K${at}`, version, random, index * SCHEMAS + at),
      )
      for (const { word, valid, ...told } of await judged(cases, version)) {
        const explained = JSON.stringify({ word, ...told })
        expect(told.strictCheck, explained).toBe(valid)
        expect(told.judged, explained).toBe(valid)
        expect(told.tolerantJudged, explained).toBe(told.tolerant)
        if (valid) expect(told.tolerant, explained).toBe(true)
        if (told.tolerant && !told.drifts) expect(valid, explained).toBe(true)
        if (told.ajv !== undefined) expect(told.ajv, explained).toBe(valid)
        const count = seen.get(word)
        if (count) count[valid ? 'valid' : 'invalid']++
      }
    }
    // A keyword whose values are always valid, or never, would not be tested.
    const thin = [...seen].filter(([, { valid, invalid }]) => {
      const all = valid + invalid
      return all > 0 && Math.min(valid, invalid) < all * 0.15
    })
    expect(thin).toEqual([])
    expect([...seen].filter(([, { valid, invalid }]) => valid + invalid === 0)).toEqual([])
  },
)

async function judged(cases: readonly KeywordCase[], version: Version) {
  const schemas = Object.assign({}, ...cases.map(({ family }) => family))
  const { validators, model, read, diagnostics } = await compile({
    openapi: version === '3.1' ? '3.2.0' : '3.0.3',
    info: { title: 'Keywords', version: '1' },
    paths: {},
    components: { schemas },
  })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (!model || !read) throw new Error(JSON.stringify(errors))
  return cases.flatMap(({ word, family, values, isExact }, index) => {
    const name = `K${index}`
    const validator = validators[name]
    if (!validator) throw new Error(`nothing was made of ${JSON.stringify(family)}`)
    const judge = judgeIn(read, model, name)
    const ajv = isExact ? ajvFor(family, name, version) : undefined
    return values.map((value) => {
      const verdict = judge(value)
      return {
        ...{ word, family, value },
        valid: validator.strict.is(value),
        strictCheck: validator.strict.check(value).length === 0,
        tolerant: validator.is(value),
        drifts: validator.drift(value).length > 0,
        judged: verdict.strict,
        tolerantJudged: verdict.tolerant,
        ajv: ajv?.(value),
      }
    })
  })
}

function ajvFor(family: object, name: string, version: Version): (value: unknown) => boolean {
  const components = { schemas: version === '3.1' ? family : asJsonSchema(family) }
  const check = AJV[version].compile({ $ref: `#/components/schemas/${name}`, components })
  return (value) => check(value) === true
}
