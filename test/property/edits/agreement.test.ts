import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { judgeIn } from '../../unit/probe/probe.fixture.js'
import { compile } from '../../unit/validate/compile.fixture.js'
import { createRandom } from '../fixtures/random.js'
import { lengthOf, patienceMs, runs } from '../length.js'
import { asJsonSchema } from './as-json-schema.js'
import { type Family, randomFamily, type Version } from './random-schemas.js'
import { valuesNear } from './values-near.js'

/** Documents of each version. */
const DOCUMENTS = 6
const FAMILIES = 12
const VALUES = 16

/** Directions are for one side only, and Ajv does not know them. */
function withoutDirections(family: Family): Family {
  const text = JSON.stringify(family, (key, value: unknown) =>
    key === 'readOnly' || key === 'writeOnly' ? undefined : value,
  )
  return JSON.parse(text)
}

test.each(['3.0', '3.1'] as const)(
  'OpenAPI %s: printed checks, the interpreter and Ajv agree, and what is tolerated without drift is strictly valid',
  { timeout: patienceMs },
  async (version) => {
    const random = createRandom(runs(1).seed)
    const seen = { valid: 0, invalid: 0, tolerated: 0, compared: 0 }
    for (let index = 0; index < lengthOf(DOCUMENTS, 2); index++) {
      const families = Array.from({ length: FAMILIES }, (_, at) =>
        withoutDirections(randomFamily(`T${at}`, version, random)),
      )
      for (const { name, family, value, told } of await judged(families, version)) {
        const explained = JSON.stringify({ name, family, value, told })
        expect(told.strictCheck, explained).toBe(told.strict)
        expect(told.check, explained).toBe(told.tolerant)
        expect(told.judgedStrict, explained).toBe(told.strict)
        expect(told.judged, explained).toBe(told.tolerant)
        if (told.strict) expect(told.tolerant, explained).toBe(true)
        if (told.tolerant && !told.drifts) expect(told.strict, explained).toBe(true)
        if (told.ajv !== undefined) {
          seen.compared++
          expect(told.ajv, explained).toBe(told.strict)
        }
        seen[told.strict ? 'valid' : told.tolerant ? 'tolerated' : 'invalid']++
      }
    }
    // Or the property would hold because everything is refused, or nothing.
    for (const count of Object.values(seen))
      expect(count).toBeGreaterThan(lengthOf(DOCUMENTS, 2) * 2)
  },
)

interface Told {
  readonly tolerant: boolean
  readonly check: boolean
  readonly strict: boolean
  readonly strictCheck: boolean
  readonly drifts: boolean
  readonly judged: boolean
  readonly judgedStrict: boolean
  /** Not where the generator deviates, with a diagnostic or because a tag decides, nor where Ajv is wrong. */
  readonly ajv: boolean | undefined
}

async function judged(families: readonly Family[], version: Version) {
  const schemas: Family = Object.assign({}, ...families)
  const { validators, model, read, diagnostics } = await compile({
    openapi: version === '3.1' ? '3.1.0' : '3.0.3',
    info: { title: 'Random', version: '1' },
    paths: {},
    components: { schemas },
  })
  if (!model || !read) throw new Error(JSON.stringify(diagnostics))
  const random = createRandom(runs(1).seed + JSON.stringify(schemas).length)
  const doubtful = diagnostics.map((each) => each.at?.pointer ?? '')
  return families.flatMap((family, index) => {
    const name = `T${index}`
    const validator = validators[name]
    if (!validator) return []
    const judge = judgeIn(read, model, name)
    const own = model.declarations.filter(
      (each) => each.name.startsWith(name) && !/^\d/.test(each.name.slice(name.length)),
    )
    const deviates =
      JSON.stringify(own.map(({ rule }) => rule)).includes('"tagging":{') ||
      doubtful.some((each) => new RegExp(`/schemas/${name}(?!\\d)`).test(each)) ||
      hasContainsInside(family, name)
    const ajv = deviates ? undefined : ajvFor(family, name, version)
    return valuesNear(family, name, 'received', random, VALUES).map((value) => {
      const verdict = judge(value)
      const told: Told = {
        tolerant: validator.is(value),
        check: validator.check(value).length === 0,
        strict: validator.strict.is(value),
        strictCheck: validator.strict.check(value).length === 0,
        drifts: validator.drift(value).length > 0,
        judged: verdict.tolerant,
        judgedStrict: verdict.strict,
        ajv: ajv?.(value),
      }
      return { name, family, value, told }
    })
  })
}

/** Ajv remembers from one list to the next that `contains` was met: inside of another list, it accepts `[[x], []]`. */
function hasContainsInside(family: Family, name: string): boolean {
  const { contains: _, ...own } = Object(family[name])
  return JSON.stringify({ ...family, [name]: own }).includes('"contains"')
}

const OPTIONS = { strict: false, allErrors: false, validateFormats: false } as const
const AJV = { '3.0': new Ajv(OPTIONS), '3.1': new Ajv2020(OPTIONS) }

function ajvFor(family: Family, name: string, version: Version): (value: unknown) => boolean {
  const components = { schemas: version === '3.1' ? family : asJsonSchema(family) }
  const check = AJV[version].compile({ $ref: `#/components/schemas/${name}`, components })
  return (value) => check(value) === true
}
