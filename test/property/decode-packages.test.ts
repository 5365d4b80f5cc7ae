/* Values at random of every type that a package decodes: decoded, encoded, and decoded again. */
import { fileURLToPath } from 'node:url'
import * as node from '@tagwire/node-rpc/decode'
import { validators as nodeValidators } from '@tagwire/node-rpc/validate'
import * as routing from '@tagwire/routing/decode'
import { validators as routingValidators } from '@tagwire/routing/validate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readModel } from '../../generator/src/pipeline/read-model.js'
import { createRandom } from './fixtures/random.js'
import { createValues } from './fixtures/rule-values.js'
import { patienceMs, runs } from './length.js'

interface Codec {
  readonly decode: (value: never) => unknown
  readonly encode: (value: never) => unknown
}

interface Checks {
  readonly strict: { is(value: unknown): boolean }
}

interface Package {
  readonly spec: string
  readonly decoders: Readonly<Record<string, Codec>>
  readonly validators: Readonly<Record<string, Checks>>
}

const packages: readonly Package[] = [
  { spec: 'routing/openapi.yaml', decoders: routing.decoders, validators: routingValidators },
  { spec: 'node-rpc/openrpc.yaml', decoders: node.decoders, validators: nodeValidators },
]

const specs = fileURLToPath(new URL('../../spec', import.meta.url))

test.each(packages)(
  'values that a package of $spec decodes are encoded to the original, plus omitted defaults',
  async ({ spec, decoders, validators }) => {
    const { model } = await readModel(spec, specs)
    const declarations = model?.declarations.filter(({ name }) => name in decoders) ?? []
    expect(declarations.length).toBeGreaterThan(50)
    const tried = new Set<string>()
    const declaration = fc.constantFrom(...declarations)
    fc.assert(
      fc.property(declaration, fc.nat(), ({ name, rule }, seed) => {
        const value = createValues(model?.declarations ?? [], createRandom(seed))(rule)
        const [codec, checks] = [decoders[name], validators[name]]
        if (!codec || !checks?.strict.is(value)) return
        tried.add(name)
        const before = structuredClone(value)
        const decoded = codec.decode(value as never)
        expect(value).toEqual(before)
        const encoded = codec.encode(decoded as never)
        expect(encoded).toSatisfy(checks.strict.is)
        // Anything beyond the input is a default that is written out.
        expect({ encoded }).toMatchObject({ encoded: asWritten(value) })
        expect(codec.decode(encoded as never)).toEqual(decoded)
      }),
      runs(80),
    )
    expect(tried.size).toBeGreaterThan(10)
  },
  patienceMs,
)

/** Hexadecimal is read in either case; these texts at random are of no other format with letters alone. */
function asWritten(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'string' && /^[a-f]+$/.test(each) ? expect.toSatisfy(isLike(each)) : each,
  )
}

function isLike(text: string): (other: unknown) => boolean {
  return (other) => typeof other === 'string' && other.toLowerCase() === text
}
